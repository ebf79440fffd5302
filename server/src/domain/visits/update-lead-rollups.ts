import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { recordLeadChanges } from './record-lead-changes.ts';

/**
 * Recomputes the totals stored in `leads` from `company_days`, and records the changes of the leads. The totals are zero if no day is left.
 * The caller must have locked the leads.
 */
export async function updateLeadRollups(trx: Transaction<DB>, accountId: string, companyIds: readonly string[]): Promise<void> {
  await sql`
    update leads set first_visit_at = sums.first_visit_at, last_visit_at = sums.last_visit_at, visits = coalesce(sums.visits, 0), page_views = coalesce(sums.page_views, 0),
      deepest_visit = coalesce(sums.deepest_visit, 0)
    from (
      select touched.id, min(d.first_visit_at) as first_visit_at, max(d.last_visit_at) as last_visit_at, sum(d.visits)::int as visits, sum(d.page_views)::int as page_views, max(d.deepest_visit) as deepest_visit
      from unnest(${companyIds}::bigint[]) as touched (id)
      left join company_days d on d.account_id = ${accountId} and d.company_id = touched.id
      group by touched.id) as sums
    where leads.account_id = ${accountId} and leads.company_id = sums.id`.execute(trx);
  await recordLeadChanges(trx, accountId, companyIds);
}
