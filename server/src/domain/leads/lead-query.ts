import { type RawBuilder, sql } from 'kysely';
import type { LeadSort } from '../feeds/lead-sort.ts';
import { leadSumsQuery } from '../feeds/lead-sums-query.ts';

/** Selects and orders leads. */
export type LeadQuery = {
  accountId: string;
  from: string;
  to: string;
  search: string;
  sort: LeadSort;
  descending: boolean;
  /** Additional conditions on lead `l`, company `c` and sums `s`. */
  conditions: RawBuilder<boolean>[];
  /** Hidden leads instead of all others. */
  hidden: boolean;
  companyIds?: readonly string[];
};

/** Table expression `s` with the sums of the interval. Materialized, because the planner would otherwise sum the interval once per match of a search. */
export function queriedSums({ companyIds, ...days }: LeadQuery): RawBuilder<unknown> {
  return sql`s as materialized (${leadSumsQuery(days, companyIds ? sql`d.company_id = any(${companyIds}::bigint[])` : sql`true`)})`;
}

/** Matching leads, as `s`, `l` and `c` of a query. */
export function queriedLeads({ accountId, search, conditions, hidden }: LeadQuery): RawBuilder<unknown> {
  const all = [...conditions, hidden ? sql<boolean>`l.hidden` : sql<boolean>`not l.hidden`];
  if (search !== '') {
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    all.push(sql<boolean>`(lower(c.name) like ${pattern} or lower(c.domain) like ${pattern})`);
  }
  return sql`from s join leads l on l.account_id = ${accountId} and l.company_id = s.company_id join companies c on c.id = s.company_id
    where ${sql.join(all, sql` and `)}`;
}
