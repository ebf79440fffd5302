import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Scope } from '../feeds/scope.ts';

export type ExportStats = { bounces: number; keywords: string[] };

/** Loads statistics that the daily rollups do not contain: bounces and search phrases. */
export async function loadExportStats(
  trx: Transaction<DB>,
  { accountId, interval }: Scope,
  companyIds: string[],
): Promise<Map<string, ExportStats>> {
  const { rows } = await sql<ExportStats & { company_id: string }>`
    select company_id, (count(*) filter (where page_depth = 1))::int as bounces,
      coalesce(array_agg(distinct keyword order by keyword) filter (where keyword is not null), '{}') as keywords
    from visits
    where account_id = ${accountId} and company_id = any(${companyIds}::bigint[]) and page_depth > 0
      and started_at >= ${interval.fromAt} and started_at < ${interval.toAt}
    group by company_id`.execute(trx);
  return new Map(rows.map(({ company_id, bounces, keywords }) => [company_id, { bounces, keywords }]));
}
