import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { leadTotalsQuery } from '../feeds/lead-totals-query.ts';
import type { VisitInterval } from '../feeds/visit-interval.ts';
import { totalColumns } from './lead-query.ts';

/** The totals of a lead from `company_days`. */
export type LeadTotals = {
  companyId: string;
  visits: number;
  pageViews: number;
  /** Page views of its deepest visit. */
  deepestVisit: number;
  lastVisitAt: Date;
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
  const days = interval === null ? {} : { from: interval.startDate, to: interval.endDate };
  const { rows } = await sql<LeadTotals>`
    select ${totalColumns} from (${leadTotalsQuery({ accountId, ...days }, sql`d.company_id = any(${companyIds}::bigint[])`)}) as s`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.companyId, row]));
}
