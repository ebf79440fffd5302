import type { Account } from '../../../../server/src/domain/accounts/account.ts';
import type { Balance } from '../../../../server/src/domain/credits/get-balance.ts';
import { Field, FormTrouble, textOf } from '../../components/field.tsx';
import { Figure } from '../../components/figure.tsx';
import { LeadIn } from '../../components/lead-in.tsx';
import { useToast } from '../../components/toast.tsx';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { useWork } from '../../lib/session.tsx';
import { useAccountChange, useAccountQuery } from '../../lib/use-account-query.ts';

export function AccountSettingsPart() {
  const { mayManage } = useWork();
  const { data } = useAccountQuery<Account>('/account');
  const { data: credits } = useAccountQuery<Balance>('/credits');
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
      {credits && (
        <dl className="figures">
          <Figure name="Credits of this month" value={formatNumber(credits.available)} />
          <Figure name="Used" value={formatNumber(credits.used)} />
          <Figure name="Left" value={formatNumber(credits.remaining)} />
          <Figure name="New ones on" value={formatDay(credits.nextResetOn)} />
        </dl>
      )}
      <form
        className="card form"
        style={{ padding: 16 }}
        onSubmit={(event) => {
          event.preventDefault();
          save(new FormData(event.currentTarget));
        }}
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
          hint="Days begin and end in it. A change makes all sums anew in the background."
        />
        <datalist id="timezones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <FormTrouble error={change.error} fields={['name', 'timezone']} />
        {mayManage && (
          <div className="actions end">
            <button type="submit" className="button main" disabled={change.isPending}>
              Save
            </button>
          </div>
        )}
      </form>
    </>
  );
}
