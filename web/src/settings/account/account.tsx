import { useQueryClient } from '@tanstack/react-query';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { t, tCode } from '../../texts/t.ts';
import { Field, textOf } from '../../ui/field.tsx';
import { CardSkeletons } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { SettingsIntro } from '../settings-intro.tsx';
import { Branding } from './branding.tsx';

export function AccountSettingsPage() {
  const { canManage } = useWorkspace();
  const { data } = useAccountQuery('/account');
  const change = useAccountChange('PATCH /account', { quiet: true });
  const queryClient = useQueryClient();
  const showToast = useToast();
  if (!data) return <CardSkeletons />;
  const save = (form: FormData) =>
    change.mutate(
      { body: { name: textOf(form, 'name'), timezone: textOf(form, 'timezone') } },
      {
        onSuccess: () => {
          showToast(t('common.saved'));
          // The session contains the name and the time zone.
          queryClient.invalidateQueries({ queryKey: ['session'], exact: true });
        },
      },
    );
  return (
    <>
      <SettingsIntro
        title={t('accountSettings.account')}
        text={t('accountSettings.numberAndPlan', { number: String(data.id), plan: tCode('plan', data.plan, data.plan) })}
      />
      <SettingsForm
        action={t('common.save')}
        onSave={(form) => save(new FormData(form))}
        error={change.error}
        fields={['name', 'timezone']}
        isSaving={change.isPending}
        canChange={canManage}
      >
        <Field label={t('common.name')} name="name" required defaultValue={data.name} disabled={!canManage} error={change.error} />
        <Field
          label={t('accountSettings.timezone')}
          name="timezone"
          required
          defaultValue={data.timezone}
          disabled={!canManage}
          error={change.error}
          list="timezones"
          hint={t('accountSettings.timezoneHint')}
        />
        <datalist id="timezones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </SettingsForm>
      <Branding />
    </>
  );
}
