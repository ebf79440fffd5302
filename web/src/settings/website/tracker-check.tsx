import { findingText } from '../../api/problem-text.ts';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { t } from '../../texts/t.ts';
import { Field, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { Notice } from '../../ui/notice.tsx';
import { SettingsForm } from '../settings-form.tsx';

const tones = { good: 'good', doubt: 'warn', fault: 'bad' } as const;

/** Asks the server to load a page and to report what prevents tracking. */
export function TrackerCheck() {
  const { canManage } = useWorkspace();
  const check = useAccountChange('POST /tracker/check', { quiet: true });
  if (!canManage) return null;
  return (
    <SettingsForm
      title={t('websiteSettings.checkPage')}
      action={check.isPending ? t('websiteSettings.checking') : t('websiteSettings.check')}
      onSave={(form) => check.mutate({ body: { url: textOf(new FormData(form), 'url') } })}
      error={check.error}
      fields={['url']}
      isSaving={check.isPending}
    >
      <Field
        label={t('websiteSettings.pageToCheck')}
        name="url"
        required
        maxLength={2000}
        inputMode="url"
        placeholder="https://www.example.com/"
        hint={t('websiteSettings.checkHint')}
        error={check.error}
      />
      {check.data && (
        <div role="status" className={formStyles.stack} data-testid="findings">
          {check.data.map(({ kind, title, advice }) => (
            <Notice key={title} tone={tones[kind]}>
              <strong>{findingText(title)}</strong> {advice && findingText(advice)}
            </Notice>
          ))}
        </div>
      )}
    </SettingsForm>
  );
}
