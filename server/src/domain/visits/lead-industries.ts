import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { plainArray } from '../../lib/array-literal.ts';
import { runCombined } from '../../lib/combined-statements.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { prepared } from '../../lib/prepared.ts';
import { dayOf } from '../../lib/zoned-days.ts';
import { dayNumber, gapChanges } from './company-gaps.ts';
import type { RollupChanges } from './rollup-changes.ts';
import type { RollupGeneration } from './rollup-generations.ts';
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

export type MovedLead = LeadIndustry & { companyId: string };

/**
 * Returns the leads whose visits count for an industry other than that in the directory. During a rebuild, only those that count for none,
 * such as new leads; the rebuild moves the others when the rollups of all companies are complete.
 */
export function leadsToMove(industries: ReadonlyMap<string, LeadIndustry>, isRebuilding: boolean): MovedLead[] {
  return [...industries].flatMap(([companyId, { stored, current }]) =>
    stored === current || (isRebuilding && stored !== null) ? [] : { companyId, stored, current },
  );
}

type Rollups = { accountId: string; generation: RollupGeneration; isRebuilding: boolean };

/** Moves the rollups of leads to their current industry. Then call `storeIndustries`. */
export async function moveIndustries(
  trx: Transaction<DB>,
  rollups: Rollups,
  moved: readonly MovedLead[],
  changes: RollupChanges,
): Promise<void> {
  if (moved.length === 0) return;
  const { accountId, generation } = rollups;
  const companyIds = moved.map(({ companyId }) => companyId);
  const leads = new Map(moved.map((lead) => [lead.companyId, lead]));
  const { rows: seen } = await sql<{ company_id: string; day: string }>`
    select company_id, day from company_values
    where account_id = ${accountId} and generation = ${generation.generation}::smallint and company_id = any(${companyIds}::bigint[])
      and value_id = ${allVisits.id} order by day`.execute(trx);
  const daysOf = Map.groupBy(seen, ({ company_id }) => company_id);
  for (const { company_id, day, visits } of await countVisitsByDay(trx, rollups, companyIds)) {
    const { stored, current } = getOrThrow(leads, company_id);
    if (stored !== null) changes.addIndustryVisits(stored, day, -visits);
    if (current !== null) changes.addIndustryVisits(current, day, visits);
  }
  for (const { companyId, stored, current } of moved) {
    const dayNumbers = (daysOf.get(companyId) ?? []).map(({ day }) => dayNumber(day));
    for (const { day, gap, companies } of gapChanges([], dayNumbers)) {
      if (stored !== null) changes.addCompanies(rollupValue('industry', stored), day, gap, -companies);
      if (current !== null) changes.addCompanies(rollupValue('industry', current), day, gap, companies);
    }
  }
}

type VisitsOfDay = { company_id: string; day: string; visits: number };

async function countVisitsByDay(
  trx: Transaction<DB>,
  { accountId, generation, isRebuilding }: Rollups,
  companyIds: readonly string[],
): Promise<VisitsOfDay[]> {
  if (!isRebuilding) {
    const { rows } = await sql<VisitsOfDay>`
      select company_id, day, sum(visits)::int as visits from company_days
      where account_id = ${accountId} and company_id = any(${companyIds}::bigint[]) group by company_id, day`.execute(trx);
    return rows;
  }
  // During a rebuild, the daily rollups of companies have days of both time zones.
  const { rows } = await sql<{ company_id: string; started_at: Date }>`
    select company_id, started_at from visits
    where account_id = ${accountId} and company_id = any(${companyIds}::bigint[]) and page_depth > 0`.execute(trx);
  return rows.flatMap(({ company_id, started_at }) =>
    started_at.getTime() < generation.untilMs ? { company_id, day: dayOf(started_at.getTime(), generation.timezone), visits: 1 } : [],
  );
}

/** Stores the industries for which the visits of moved leads now count. */
export async function storeIndustries(trx: Transaction<DB>, accountId: string, moved: readonly MovedLead[]): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    update leads set industry_code = moved.code
    from unnest(${moved.map(({ companyId }) => companyId)}::bigint[], ${moved.map(({ current }) => current)}::text[]) as moved (company_id, code)
    where leads.account_id = ${accountId} and leads.company_id = moved.company_id`.execute(trx);
}
