import { useWork } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { Field, textOf } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { SettingsIntro } from '../settings-intro.tsx';

export function AccountSettingsPart() {
  const { mayManage } = useWork();
  const { data } = useAccountQuery('/account');
  const change = useAccountChange('PATCH /account', { quiet: true });
  const showToast = useToast();
  if (!data) return null;
  const save = (form: FormData) =>
    change.mutate({ body: { name: textOf(form, 'name'), timezone: textOf(form, 'timezone') } }, { onSuccess: () => showToast('Saved.') });
  return (
    <>
      <SettingsIntro title="Account" words={`Number ${data.id}, plan ${data.plan}.`} />
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
