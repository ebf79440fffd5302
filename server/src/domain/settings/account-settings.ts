import { changesBetween } from '../audit/changes-between.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { checkProcessing } from './check-processing.ts';
import { type CookieConsent, cookieConsentOf } from './cookie-consent.ts';
import { type DataProcessing, dataProcessingOf } from './data-processing.ts';
import { type Outreach, outreachOf } from './outreach.ts';

type AccountSettings = { consent: CookieConsent; processing: DataProcessing; outreach: Outreach };

export async function getAccountSettings(ctx: Context, accountId: string): Promise<AccountSettings> {
  const row = await ctx.db
    .selectFrom('accounts')
    .select(['cookie_consent', 'data_processing', 'outreach'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no account ${accountId}.`);
  return {
    consent: cookieConsentOf(row.cookie_consent),
    processing: dataProcessingOf(row.data_processing),
    outreach: outreachOf(row.outreach),
  };
}

/**
 * Changes only the given settings. The caller must have validated their types; this function validates addresses, countries, hostnames and
 * paths. The pipeline applies the change to the next batch; browsers may use a cached tracker script for some minutes.
 */
export async function updateAccountSettings(
  ctx: Context,
  accountId: string,
  change: { consent?: Partial<CookieConsent>; processing?: Partial<DataProcessing>; outreach?: Partial<Outreach> },
): Promise<AccountSettings> {
  const checked = checkProcessing(change.processing ?? {});
  return ctx.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('accounts')
      .select(['cookie_consent', 'data_processing', 'outreach'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const consent = { ...cookieConsentOf(before.cookie_consent), ...change.consent };
    const processing = { ...dataProcessingOf(before.data_processing), ...checked };
    const outreach = { ...outreachOf(before.outreach), ...change.outreach };
    const storesFullAddresses = [dataProcessingOf(before.data_processing), processing].some(({ ip_storage }) => ip_storage === 'full');
    await trx
      .updateTable('accounts')
      .set({
        cookie_consent: JSON.stringify(consent),
        data_processing: JSON.stringify(processing),
        outreach: JSON.stringify(outreach),
        ...(storesFullAddresses && { full_addresses_at: ctx.clock.now() }),
      })
      .where('id', '=', accountId)
      .execute();
    const detail = {
      ...changesBetween(cookieConsentOf(before.cookie_consent), consent),
      ...changesBetween(dataProcessingOf(before.data_processing), processing),
      ...changesBetween(outreachOf(before.outreach), outreach),
    };
    await recordAudit(ctx, trx, { for: { accountId }, action: 'settings.changed', subject: { kind: 'account', id: accountId }, detail });
    return { consent, processing, outreach };
  });
}
