import { type RawBuilder, sql } from 'kysely';
import { employeeRanges } from '../companies/employee-range.ts';
import type { Context } from '../context.ts';
import { listMembers } from '../users/members.ts';
import { completenessSql } from './completeness-sql.ts';
import type { LeadSort } from './lead-sort.ts';

type LeadOrder = {
  accountId: string;
  sort: LeadSort;
  descending: boolean;
  /** Users of the account sorted by name, for sorting by assignee. */
  memberIds: readonly string[];
};

/** SQL version of `qualityOrder()` in companies/quality-rank.ts. */
export const qualityOrder = sql<number>`(least(s.deepest_visit, 10) * 0.5 + ${completenessSql} + least(s.visits, 99) / 1000.0
  + least(s.page_views, 99) / 1000000.0)`;

/** Returns the sort order on lead `l`, company `c` and sums `s`. Nulls are last in both directions. */
export async function leadOrder(ctx: Pick<Context, 'db'>, order: Omit<LeadOrder, 'memberIds'>): Promise<RawBuilder<unknown>> {
  const members = order.sort === 'assignee' ? await listMembers(ctx, order.accountId) : [];
  const named = members.map(({ id, firstName, lastName, email }) => ({ id, name: `${firstName} ${lastName}`.trim() || email }));
  const memberIds = named.sort((a, b) => a.name.localeCompare(b.name)).map(({ id }) => id);
  return orderOf({ ...order, memberIds });
}

function orderOf({ accountId, sort, descending, memberIds }: LeadOrder): RawBuilder<unknown> {
  const columns: Record<LeadSort, RawBuilder<unknown>> = {
    last_visit: sql`s.last_visit_at`,
    first_visit: sql`l.first_visit_at`,
    visits: sql`s.visits`,
    page_views: sql`s.page_views`,
    quality: qualityOrder,
    name: sql`lower(c.name)`,
    place: sql`(select lower(concat_ws(', ', p.city, p.country_code)) from places p where p.account_id = ${accountId} and p.id = s.place_id)`,
    industry: sql`(select lower(i.name) from industries i where i.code = c.industry_codes[1])`,
    employees: sql`array_position(${employeeRanges}::text[], c.employee_range)`,
    source: sql`(
      select lower(concat_ws(' ', trim('()' from v.source), nullif(v.medium, '(none)'))) from visits v
      where v.account_id = ${accountId} and v.company_id = l.company_id and v.started_at <= s.last_visit_at order by v.started_at desc limit 1)`,
    assignee: sql`array_position(${memberIds}::bigint[], l.assignee_id)`,
  };
  return sql`${columns[sort]} ${descending ? sql`desc` : sql`asc`} nulls last`;
}
