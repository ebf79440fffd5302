import type { Finding } from '../../../../server/src/domain/tracking/find-snippet.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-query.ts';
import { Field, textOf } from '../../ui/field.tsx';
import { SettingsForm } from '../settings-form.tsx';

const looks = { good: 'notice good', doubt: 'notice warn', fault: 'notice bad' };

/** Asks the server to look at a page, and tells what it found. */
export function TrackerCheck() {
  const { mayManage } = useWork();
  const check = useAccountChange<Finding[]>({ quiet: true });
  if (!mayManage) return null;
  return (
    <SettingsForm
      title="Check a page"
      action={check.isPending ? 'Looking …' : 'Check'}
      onSave={(form) => check.mutate({ method: 'POST', path: '/tracker/check', body: { url: textOf(new FormData(form), 'url') } })}
      error={check.error}
      fields={['url']}
      isSaving={check.isPending}
    >
      <Field
        label="Address of a page with the snippet"
        name="url"
        required
        maxLength={2000}
        inputMode="url"
        placeholder="https://www.example.com/"
        hint="This server asks for the page and says what keeps its visits from being counted."
        error={check.error}
      />
      {check.data && (
        <div role="status" className="form" data-testid="findings">
          {check.data.map(({ kind, title, advice }) => (
            <div key={title} className={looks[kind]}>
              <strong>{title}</strong> {advice}
            </div>
          ))}
        </div>
      )}
    </SettingsForm>
  );
}
