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
    all.push(matchesSearch(search, { name: sql`lower(c.name)`, domain: sql`lower(c.domain)` }));
  }
  return sql`from s join leads l on l.account_id = ${accountId} and l.company_id = s.company_id join companies c on c.id = s.company_id
    where ${sql.join(all, sql` and `)}`;
}

/** Whether a name or a domain, both in lower case, contains the search. As in the directory, diacritics are ignored. */
export function matchesSearch(
  search: string,
  { name, domain }: { name: RawBuilder<unknown>; domain: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const pattern = containsPattern(search.trim().toLowerCase());
  // Most names are ASCII, for which calling the function would take most of the time.
  const plainName = sql`case when octet_length(${name}) = char_length(${name}) then ${name} else without_diacritics(${name}) end`;
  return sql`(${plainName} like without_diacritics(${pattern}) or ${domain} like ${pattern})`;
}
