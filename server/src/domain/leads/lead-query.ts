import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../lib/like-pattern.ts';
import type { LeadSort } from '../feeds/lead-sort.ts';
import { leadTotalsQuery } from '../feeds/lead-totals-query.ts';

/** Criteria by which leads are selected, and their order. */
export type LeadQuery = {
  accountId: string;
  from: string;
  to: string;
  search: string;
  sort: LeadSort;
  descending: boolean;
  /** Additional conditions on lead `l`, company `c` and totals `s`. */
  conditions: RawBuilder<boolean>[];
  /** Selects only hidden leads if true, otherwise only those that are not hidden. */
  hidden: boolean;
  companyIds?: readonly string[];
};

/**
 * Table expression `s` with the totals of the interval. Materialized, because the planner would otherwise sum the interval once per match
 * of a search.
 */
export function queriedTotals({ companyIds, ...days }: LeadQuery): RawBuilder<unknown> {
  return sql`s as materialized (${leadTotalsQuery(days, companyIds ? sql`d.company_id = any(${companyIds}::bigint[])` : sql`true`)})`;
}

/** The columns of `LeadTotals` in totals `s`. */
export const totalColumns = sql`s.company_id as "companyId", s.visits, s.page_views as "pageViews", s.deepest_visit as "deepestVisit",
  s.last_visit_at as "lastVisitAt", s.place_id as "placeId"`;

/** `from` and `where` clauses for the matching leads `l`, with totals `s` and company `c`. */
export function queriedLeads({ accountId, search, conditions, hidden }: LeadQuery): RawBuilder<unknown> {
  const all = [...conditions, hidden ? sql<boolean>`l.hidden` : sql<boolean>`not l.hidden`];
  if (search !== '') {
    const pattern = searchPattern(search);
    all.push(sql<boolean>`(lower(c.name) like ${pattern} or lower(c.domain) like ${pattern})`);
  }
  return sql`from s join leads l on l.account_id = ${accountId} and l.company_id = s.company_id join companies c on c.id = s.company_id
    where ${sql.join(all, sql` and `)}`;
}

/** A `like` pattern for lower-case text that contains the search. */
export function searchPattern(search: string): string {
  return containsPattern(search.toLowerCase());
}
