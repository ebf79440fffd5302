import type { Account } from '../../../../server/src/domain/accounts/account.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountChange, useAccountQuery } from '../../api/use-account-query.ts';
import { Field, textOf } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { LeadIn } from '../settings-intro.tsx';

export function AccountSettingsPart() {
  const { mayManage } = useWork();
  const { data } = useAccountQuery<Account>('/account');
  const change = useAccountChange({ quiet: true });
  const tell = useToast();
  if (!data) return null;
  const save = (form: FormData) =>
    change.mutate(
      { method: 'PATCH', path: '/account', body: { name: textOf(form, 'name'), timezone: textOf(form, 'timezone') } },
      { onSuccess: () => tell('Saved.') },
    );
  return (
    <>
      <LeadIn title="Account" words={`Number ${data.id}, plan ${data.plan}.`} />
      <SettingsForm
        action="Save"
        onSave={(form) => save(new FormData(form))}
        error={change.error}
        fields={['name', 'timezone']}
        isSaving={change.isPending}
        mayChange={mayManage}
      >
        <Field label="Name" name="name" required defaultValue={data.name} disabled={!mayManage} error={change.error} />
        <Field
          label="Timezone"
          name="timezone"
          required
          defaultValue={data.timezone}
          disabled={!mayManage}
          error={change.error}
          list="timezones"
          hint="Days begin and end in it. Changing it rebuilds all daily figures in the background."
        />
        <datalist id="timezones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </SettingsForm>
    </>
  );
}
