import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: the totals of each lead in rows `d` of visits by company and place, and the place with the most visits. The same place may be in several
 * rows. Ties go to the newer visit.
 */
export function leadTotals(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select company_id, sum(visits)::int as visits, sum(page_views)::int as page_views, max(deepest_visit) as deepest_visit,
      max(last_visit_at) as last_visit_at, (array_agg(place_id order by visits desc, last_visit_at desc, place_id))[1] as place_id
    from (
      select d.company_id, d.place_id, sum(d.visits) as visits, sum(d.page_views) as page_views, max(d.deepest_visit) as deepest_visit,
        max(d.last_visit_at) as last_visit_at
      from ${rows} group by d.company_id, d.place_id) as by_place
    group by company_id`;
}

/** SQL that sums the `company_days` of each lead over an interval, or of all time. `condition` filters the rows `d`. */
export function leadTotalsQuery(
  { accountId, from, to }: { accountId: string; from?: string; to?: string },
  condition: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const days = from === undefined ? sql`` : sql`and d.day between ${from}::date and ${to}::date`;
  return leadTotals(sql`company_days d where d.account_id = ${accountId} ${days} and ${condition}`);
}
