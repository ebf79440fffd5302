import type { CampaignResult } from '../api/responses.ts';
import { useAccountChange } from '../api/use-account-change.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { formatMoney, formatRange } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Field, FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import type { Interval } from '../ui/intervals.ts';

type CampaignCostsProps = { campaign: CampaignResult; interval: Interval; onClose: () => void };

const fields = ['firstDay', 'lastDay', 'amount', 'currency'];

/** The costs of a campaign, each with its days, and a form to add one. */
export function CampaignCosts({ campaign, interval, onClose }: CampaignCostsProps) {
  const params = { campaignId: campaign.id };
  const { data: costs } = useAccountQuery('/campaigns/:campaignId/costs', { params });
  const create = useAccountChange('POST /campaigns/:campaignId/costs', { quiet: true });
  const remove = useAccountChange('DELETE /campaigns/:campaignId/costs/:costId');
  const add = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const body = {
      firstDay: textOf(data, 'firstDay'),
      lastDay: textOf(data, 'lastDay'),
      amount: Number(textOf(data, 'amount')),
      currency: textOf(data, 'currency').toUpperCase(),
    };
    create.mutate({ params, body }, { onSuccess: () => form.reset() });
  };
  return (
    <Dialog title={t('campaigns.costOf', { name: campaign.name })} open onClose={onClose}>
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          add(event.currentTarget);
        }}
      >
        <p className="faint">{t('campaigns.costSpread')}</p>
        {costs?.length === 0 && <p className="soft">{t('campaigns.noCostsYet')}</p>}
        {costs && costs.length > 0 && (
          <ul className={formStyles.stack} style={{ gap: 4, maxHeight: 220, overflow: 'auto' }}>
            {costs.map(({ id, firstDay, lastDay, amount, currency }) => (
              <li key={id} className={formStyles.actions}>
                <span className={formStyles.grow}>{formatRange(firstDay, lastDay)}</span>
                <span className="number">{formatMoney(amount, currency)}</span>
                <Button
                  quiet
                  icon
                  small
                  aria-label={t('common.removeNamed', { name: formatMoney(amount, currency) })}
                  onClick={() => remove.mutate({ params: { ...params, costId: id } })}
                >
                  <Icon name="close" size={14} />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div className={formStyles.formRow}>
          <Field label={t('campaigns.amount')} name="amount" type="number" min="0.01" step="0.01" required error={create.error} />
          <Field
            key={costs?.[0]?.currency ?? 'new'}
            label={t('campaigns.currency')}
            name="currency"
            required
            pattern="[A-Za-z]{3}"
            maxLength={3}
            defaultValue={costs?.[0]?.currency ?? 'EUR'}
            error={create.error}
          />
          <Field label={t('campaigns.firstDay')} name="firstDay" type="date" required defaultValue={interval.from} error={create.error} />
          <Field label={t('campaigns.lastDay')} name="lastDay" type="date" required defaultValue={interval.to} error={create.error} />
        </div>
        <FormError error={create.error} fields={fields} />
        <DialogFooter>
          <Button onClick={onClose}>{t('feeds.done')}</Button>
          <Button main type="submit" disabled={create.isPending}>
            {t('campaigns.addCost')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
