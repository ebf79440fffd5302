import { type RawBuilder, sql } from 'kysely';

/** SQL columns: the totals of the rows `d` of a lead, and its most frequent place. */
export const leadTotals = sql`sum(d.visits)::int as visits, sum(d.page_views)::int as page_views, max(d.deepest_visit) as deepest_visit,
      max(d.last_visit_at) as last_visit_at, (array_agg(d.place_id order by d.visits desc, d.last_visit_at desc, d.place_id))[1] as place_id`;

/** SQL that sums the `company_days` of each lead over an interval. `condition` filters the rows `d`. */
export function leadTotalsQuery(
  { accountId, from, to }: { accountId: string; from: string; to: string },
  condition: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return sql`
    select d.company_id, ${leadTotals}
    from company_days d where d.account_id = ${accountId} and d.day between ${from}::date and ${to}::date and ${condition}
    group by d.company_id`;
}
