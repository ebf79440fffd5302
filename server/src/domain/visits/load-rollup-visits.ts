import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { RollupVisit } from './rollup-values.ts';

type Row = {
  id: string;
  started_at: Date;
  company_id: string | null;
  verdict_id: string | null;
  place_id: string;
  page_depth: number;
  landing_page_id: string | null;
  page_ids: string[];
  source: string | null;
  medium: string | null;
  campaign: string | null;
  device_type: string | null;
  goal_ids: string[];
};

/**
 * Loads visits with the columns that rollups are grouped by. `from` consists of a `from` and a `where` clause that select visits `v`. The
 * caller must hold the lanes of the account.
 */
export async function loadRollupVisits(trx: Transaction<DB>, accountId: string, from: RawBuilder<unknown>): Promise<RollupVisit[]> {
  const { rows } = await sql<Row>`
    select v.id, v.started_at, v.company_id, v.verdict_id, v.place_id, v.page_depth, v.landing_page_id, v.page_ids, v.source, v.medium, v.campaign, v.device_type,
      case when v.goals = '[]' then '{}' else array(select goal ->> 'goalId' from jsonb_array_elements(v.goals) as goal) end as goal_ids
    ${from} and v.account_id = ${accountId}`.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    startedAtMs: row.started_at.getTime(),
    companyId: row.company_id,
    verdictId: row.verdict_id,
    placeId: row.place_id,
    pageDepth: row.page_depth,
    landingPageId: row.landing_page_id,
    pageIds: row.page_ids,
    source: row.source,
    medium: row.medium,
    campaign: row.campaign,
    deviceType: row.device_type,
    goalIds: row.goal_ids,
  }));
}

type Key = { id: string; startedAtMs: number };

export function loadRollupVisitsByKey(trx: Transaction<DB>, accountId: string, keys: readonly Key[]): Promise<RollupVisit[]> {
  return loadRollupVisits(
    trx,
    accountId,
    sql`from unnest(${keys.map(({ startedAtMs }) => new Date(startedAtMs))}::timestamptz[], ${keys.map(({ id }) => id)}::uuid[]) as wanted (started_at, id)
      join visits v on v.account_id = ${accountId} and v.started_at = wanted.started_at and v.id = wanted.id where true`,
  );
}
