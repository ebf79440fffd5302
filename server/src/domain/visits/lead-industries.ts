import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { plainArray } from '../../lib/array-literal.ts';
import { runCombined } from '../../lib/combined-statements.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { prepared } from '../../lib/prepared.ts';
import { dayNumber, gapChanges } from './company-gaps.ts';
import type { RollupChanges } from './rollup-changes.ts';
import { allVisits, rollupValue } from './rollup-values.ts';

/** The industry for which the rollups count a lead's visits, and the current industry of its company in the directory. */
type LeadIndustry = { stored: string | null; current: string | null };

export async function loadLeadIndustries(
  trx: Transaction<DB>,
  accountId: string,
  companyIds: readonly string[],
): Promise<Map<string, LeadIndustry>> {
  if (companyIds.length === 0) return new Map();
  const rows = await runCombined(trx, loadIndustries, { accountId, companyIds });
  return new Map(rows.map(({ company_id, stored, current }) => [company_id, { stored, current }]));
}

type IndustryRow = LeadIndustry & { company_id: string };

async function loadIndustries(
  db: Database,
  requests: readonly { accountId: string; companyIds: readonly string[] }[],
): Promise<IndustryRow[][]> {
  const [only] = requests;
  if (only !== undefined && requests.length === 1) {
    const { rows } = await prepared(
      'load_lead_industries',
      sql<IndustryRow>`
    select l.company_id, l.industry_code as stored, c.industry_codes[1] as current from leads l join companies c on c.id = l.company_id
    where l.account_id = ${only.accountId} and l.company_id = any(${plainArray(only.companyIds)}::bigint[])`,
    ).execute(db);
    return [rows];
  }
  const { rows } = await prepared(
    'load_lead_industries_of_accounts',
    sql<IndustryRow & { account_id: string }>`
    select requests.account_id, found.* from unnest(${plainArray(requests.flatMap(({ accountId, companyIds }) => companyIds.map(() => accountId)))}::bigint[],
      ${plainArray(requests.flatMap(({ companyIds }) => companyIds))}::bigint[]) as requests (account_id, company_id)
    cross join lateral (
      select l.company_id, l.industry_code as stored, (select c.industry_codes[1] from companies c where c.id = requests.company_id) as current
      from leads l where l.account_id = requests.account_id and l.company_id = requests.company_id offset 0
    ) as found`,
  ).execute(db);
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  return requests.map(({ accountId }) => byAccount.get(accountId) ?? []);
}

/** Moves the rollups of leads to their current industry. The daily rollups of the companies must be up to date. */
export async function moveIndustries(
  trx: Transaction<DB>,
  accountId: string,
  industries: ReadonlyMap<string, LeadIndustry>,
  changes: RollupChanges,
): Promise<void> {
  const moved = [...industries].filter(([, { stored, current }]) => stored !== current);
  if (moved.length === 0) return;
  const companyIds = moved.map(([companyId]) => companyId);
  const { rows: days } = await sql<{ company_id: string; day: string; visits: number }>`
    select company_id, day, sum(visits)::int as visits from company_days
    where account_id = ${accountId} and company_id = any(${companyIds}::bigint[]) group by company_id, day`.execute(trx);
  const { rows: seen } = await sql<{ company_id: string; day: string }>`
    select company_id, day from company_values
    where account_id = ${accountId} and company_id = any(${companyIds}::bigint[]) and value_id = ${allVisits.id} order by day`.execute(trx);
  const daysOf = Map.groupBy(seen, ({ company_id }) => company_id);
  for (const { company_id, day, visits } of days) {
    const { stored, current } = getOrThrow(industries, company_id);
    if (stored !== null) changes.addIndustryVisits(stored, day, -visits);
    if (current !== null) changes.addIndustryVisits(current, day, visits);
  }
  for (const [companyId, { stored, current }] of moved) {
    const dayNumbers = (daysOf.get(companyId) ?? []).map(({ day }) => dayNumber(day));
    for (const { day, gap, companies } of gapChanges([], dayNumbers)) {
      if (stored !== null) changes.addCompanies(rollupValue('industry', stored), day, gap, -companies);
      if (current !== null) changes.addCompanies(rollupValue('industry', current), day, gap, companies);
    }
  }
  await sql`
    update leads set industry_code = moved.code from unnest(${companyIds}::bigint[], ${moved.map(([, { current }]) => current)}::text[]) as moved (company_id, code)
    where leads.account_id = ${accountId} and leads.company_id = moved.company_id`.execute(trx);
}
