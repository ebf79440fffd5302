import type { Context } from '../context.ts';
import { type CookieConsent, cookieConsentOf } from '../settings/cookie-consent.ts';
import { type DataProcessing, dataProcessingOf } from '../settings/data-processing.ts';
import { withinAccount } from '../within-account.ts';

export type TrackerSettings = { scriptHash: string; consent: CookieConsent; processing: DataProcessing };

/** Returns the settings for a tracking script; null if no account has this script. */
export async function findTrackerSettings(ctx: Context, scriptHash: string): Promise<TrackerSettings | null> {
  const script = await ctx.db.selectFrom('tracking_scripts').select('account_id').where('script_hash', '=', scriptHash).executeTakeFirst();
  if (!script) return null;
  const account = await withinAccount(ctx, script.account_id)
    .db.selectFrom('accounts')
    .select(['cookie_consent', 'data_processing'])
    .where('id', '=', script.account_id)
    .executeTakeFirst();
  if (!account) return null;
  return { scriptHash, consent: cookieConsentOf(account.cookie_consent), processing: dataProcessingOf(account.data_processing) };
}
