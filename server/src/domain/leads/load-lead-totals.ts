import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { VisitInterval } from '../feeds/visit-interval.ts';

/** The totals of a lead from `company_days`. */
export type LeadTotals = {
  companyId: string;
  visits: number;
  pageViews: number;
  /** Page views of its deepest visit. */
  deepestVisit: number;
  newestVisitAt: Date;
  /** The place with the most visits; ties go to the newer visit. */
  placeId: string;
};

/** Loads the totals of leads in an interval, or of all time. Leads without visits are omitted. */
export async function loadLeadTotals(
  db: Database,
  accountId: string,
  companyIds: readonly string[],
  interval: VisitInterval | null,
): Promise<Map<string, LeadTotals>> {
  const days = interval === null ? sql`` : sql`and day between ${interval.startDate}::date and ${interval.endDate}::date`;
  const { rows } = await sql<LeadTotals>`
    select company_id as "companyId", sum(visits)::int as visits, sum(page_views)::int as "pageViews", max(deepest_visit) as "deepestVisit",
      max(newest) as "newestVisitAt", (array_agg(place_id order by visits desc, newest desc, place_id))[1] as "placeId"
    from (
      select company_id, place_id, sum(visits) as visits, sum(page_views) as page_views, max(deepest_visit) as deepest_visit,
        max(last_visit_at) as newest
      from company_days
      where account_id = ${accountId} and company_id = any(${companyIds}::bigint[]) ${days}
      group by company_id, place_id) as by_place
    group by company_id`.execute(db);
  return new Map(rows.map((row) => [row.companyId, row]));
}
