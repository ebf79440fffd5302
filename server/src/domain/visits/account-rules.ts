import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { plainArray } from '../../lib/array-literal.ts';
import { runCombined } from '../../lib/combined-statements.ts';
import { type IpRange, parseIpRange } from '../../lib/ip-range.ts';
import { prepared } from '../../lib/prepared.ts';
import type { Goal, GoalOperator } from '../goals/match-goals.ts';
import { type CookieConsent, cookieConsentOf } from '../settings/cookie-consent.ts';
import { type DataProcessing, dataProcessingOf } from '../settings/data-processing.ts';
import { type RollupState, type RollupStateRow, rollupState, rollupStateColumns } from './rollup-generations.ts';

/** Settings of an account that the pipeline needs. They are read for every batch, so that changes apply immediately. */
export type AccountRules = {
  accountId: string;
  timezone: string;
  consentMode: CookieConsent['mode'];
  processing: DataProcessing;
  excludedAddresses: IpRange[];
  /** Including inactive ones. */
  goals: Goal[];
  /** Null until the first address is stored. */
  addressSecret: Buffer | null;
  /** Most accounts have neither corrections nor learned addresses, and the pipeline then does not look for them. */
  hasCorrections: boolean;
  hasLearnedAddresses: boolean;
  rollups: RollupState;
  /** See `PageVersion`. */
  pageRedactions: number;
};

type Row = RollupStateRow & {
  id: string;
  cookie_consent: Partial<CookieConsent>;
  data_processing: Partial<DataProcessing>;
  page_redactions: number;
  goals: (Omit<Goal, 'match'> & { operator: GoalOperator; pattern: string })[];
  address_secret: Buffer | null;
  has_corrections: boolean;
  has_learned_addresses: boolean;
};

/** Returns null if the account is deleted or being deleted. Uses a single query, because most batches are small. */
export function loadAccountRules(db: Database, accountId: string): Promise<AccountRules | null> {
  return runCombined(db, loadRulesOfAccounts, accountId);
}

async function loadRulesOfAccounts(db: Database, accountIds: readonly string[]): Promise<(AccountRules | null)[]> {
  const [only] = accountIds;
  // With `offset 0` the planner does not merge the subquery, so each account is one lookup, regardless of the planner's estimates.
  const statement =
    only !== undefined && accountIds.length === 1
      ? prepared('load_account_rules', rulesOf(sql`${only}::bigint`))
      : prepared(
          'load_rules_of_accounts',
          sql<Row>`
    select rules.* from unnest(${plainArray(accountIds)}::bigint[]) as wanted (id)
    cross join lateral (${rulesOf(sql`wanted.id`)} offset 0) as rules`,
        );
  const { rows } = await statement.execute(db);
  const rulesById = new Map(rows.map((row) => [row.id, accountRules(row)]));
  return accountIds.map((id) => rulesById.get(id) ?? null);
}

function rulesOf(accountId: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select a.id, ${rollupStateColumns}, a.cookie_consent, a.data_processing, a.page_redactions,
      array(select json_build_object('id', g.id, 'name', g.name, 'kind', g.kind, 'operator', g.operator, 'pattern', g.pattern, 'active', g.active)
        from goals g where g.account_id = ${accountId} order by g.id) as goals,
      (select s.secret from address_secrets s where s.account_id = ${accountId}) as address_secret,
      exists (select 1 from corrections c where c.account_id = ${accountId}) as has_corrections,
      exists (select 1 from learned_addresses l where l.account_id = ${accountId}) as has_learned_addresses
    from accounts a left join day_rebuilds r on r.account_id = a.id
    where a.id = ${accountId} and a.closed_at is null`;
}

function accountRules(account: Row): AccountRules {
  const processing = dataProcessingOf(account.data_processing);
  return {
    accountId: account.id,
    timezone: account.timezone,
    consentMode: cookieConsentOf(account.cookie_consent).mode,
    processing,
    excludedAddresses: processing.excluded_ips.flatMap((text) => parseIpRange(text) ?? []),
    goals: account.goals.map(({ id, name, kind, operator, pattern, active }) => ({
      id,
      name,
      kind,
      match: { operator, value: pattern },
      active,
    })),
    addressSecret: account.address_secret,
    hasCorrections: account.has_corrections,
    hasLearnedAddresses: account.has_learned_addresses,
    rollups: rollupState(account),
    pageRedactions: account.page_redactions,
  };
}
