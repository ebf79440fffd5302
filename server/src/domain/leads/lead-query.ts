import { type RawBuilder, sql } from 'kysely';
import type { LeadSort } from '../feeds/lead-sort.ts';
import { leadSums } from '../feeds/lead-sums.ts';

/** Which leads are searched, and in which order. */
export type LeadQuery = {
  accountId: string;
  from: string;
  to: string;
  search: string;
  sort: LeadSort;
  descending: boolean;
  /** Further conditions on the lead `l`, its company `c` and its sums `s`. */
  conditions: RawBuilder<boolean>[];
  /** Hidden leads instead of all others. */
  hidden: boolean;
  /** Only these companies. */
  companyIds?: readonly string[];
};

/** The sums of the interval as the table expression `s`. */
export function queriedSums({ companyIds, ...days }: LeadQuery): RawBuilder<unknown> {
  return sql`s as (${leadSums(days, companyIds ? sql`d.company_id = any(${companyIds}::bigint[])` : sql`true`)})`;
}

/** The leads that match, as `s`, `l` and `c` of a statement. */
export function queriedLeads({ accountId, search, conditions, hidden }: LeadQuery): RawBuilder<unknown> {
  const all = [...conditions, hidden ? sql<boolean>`l.hidden` : sql<boolean>`not l.hidden`];
  if (search !== '') {
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    all.push(sql<boolean>`(lower(c.name) like ${pattern} or lower(c.domain) like ${pattern})`);
  }
  return sql`from s join leads l on l.account_id = ${accountId} and l.company_id = s.company_id join companies c on c.id = s.company_id
    where ${sql.join(all, sql` and `)}`;
}
