import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { type IpRange, parseIpRange } from '../../lib/ip-range.ts';
import type { Goal } from '../goals/match-goals.ts';
import { type CookieConsent, cookieConsentOf } from '../settings/cookie-consent.ts';
import { type DataProcessing, dataProcessingOf } from '../settings/data-processing.ts';

/** Settings of an account for its events. Read for every batch, so changes apply immediately. */
export type AccountRules = {
  accountId: string;
  timezone: string;
  consentMode: CookieConsent['mode'];
  processing: DataProcessing;
  excludedAddresses: IpRange[];
  goals: Goal[];
};

/** Returns null if the account is deleted or being deleted. */
export async function loadAccountRules(db: Database, accountId: string): Promise<AccountRules | null> {
  const account = await db
    .selectFrom('accounts')
    .select(['timezone', 'cookie_consent', 'data_processing'])
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (!account) return null;
  const goals = await db
    .selectFrom('goals')
    .select(['id', 'name', 'kind', 'operator', 'pattern', 'active'])
    .where('account_id', '=', accountId)
    .where('active', '=', sql<boolean>`true`)
    .orderBy('id')
    .execute();
  const processing = dataProcessingOf(account.data_processing);
  return {
    accountId,
    timezone: account.timezone,
    consentMode: cookieConsentOf(account.cookie_consent).mode,
    processing,
    excludedAddresses: processing.excluded_ips.flatMap((text) => parseIpRange(text) ?? []),
    goals: goals.map(({ id, name, kind, operator, pattern, active }) => ({
      id,
      name,
      kind,
      match: { operator, value: pattern },
      active,
    })),
  };
}
