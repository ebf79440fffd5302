import { type RawBuilder, sql } from 'kysely';
import { employeeRanges } from '../companies/employee-range.ts';
import type { Context } from '../context.ts';
import { listMembers } from '../users/members.ts';
import { completenessSql } from './completeness-sql.ts';
import type { LeadSort } from './lead-sort.ts';

type LeadOrder = { accountId: string; sort: LeadSort; descending: boolean };

/** SQL version of `qualitySortValue()` in leads/lead-quality-rank.ts. */
export const qualityOrderSql = sql<number>`(least(s.deepest_visit, 10) * 0.5 + ${completenessSql} + least(s.visits, 99) / 1000.0
  + least(s.page_views, 99) / 1000000.0)`;

/** Returns the sort order on lead `l`, company `c` and totals `s`. Nulls are last in both directions. */
export async function buildLeadOrder(ctx: Pick<Context, 'db'>, { accountId, sort, descending }: LeadOrder): Promise<RawBuilder<unknown>> {
  const key = sort === 'assignee' ? await buildAssigneeOrder(ctx, accountId) : leadSortKeys(accountId)[sort];
  return sql`${key} ${directionOf(descending)} nulls last`;
}

export function directionOf(descending: boolean): RawBuilder<unknown> {
  return descending ? sql`desc` : sql`asc`;
}

/** Orders leads by the name of their assignee. */
async function buildAssigneeOrder(ctx: Pick<Context, 'db'>, accountId: string): Promise<RawBuilder<unknown>> {
  return assigneePosition(await listAssigneeIds(ctx, accountId));
}

/** SQL expression: the position of the assignee of lead `l` in the list. Null if the lead is not assigned to any of these users. */
export function assigneePosition(assigneeIds: readonly string[]): RawBuilder<unknown> {
  return sql`array_position(${assigneeIds}::bigint[], l.assignee_id)`;
}

/** Lists the ids of the account's users, ordered by name. */
export async function listAssigneeIds(ctx: Pick<Context, 'db'>, accountId: string): Promise<string[]> {
  const members = await listMembers(ctx, accountId);
  const named = members.map(({ id, firstName, lastName, email }) => ({ id, name: `${firstName} ${lastName}`.trim() || email }));
  return named.sort((a, b) => a.name.localeCompare(b.name)).map(({ id }) => id);
}

/** Returns the sort keys of leads: SQL on lead `l`, company `c` and totals `s`. */
export function leadSortKeys(accountId: string): Record<Exclude<LeadSort, 'assignee'>, RawBuilder<unknown>> {
  return {
    last_visit: sql`s.last_visit_at`,
    first_visit: sql`l.first_visit_at`,
    visits: sql`s.visits`,
    page_views: sql`s.page_views`,
    quality: qualityOrderSql,
    name: sql`lower(c.name)`,
    place: sql`(select lower(concat_ws(', ', p.city, p.country_code)) from places p where p.account_id = ${accountId} and p.id = s.place_id)`,
    // Reads the industries once, not for each lead.
    industry: sql`((select jsonb_object_agg(i.code, lower(i.name)) from industries i) ->> c.industry_codes[1])`,
    employees: sql`array_position(${employeeRanges}::text[], c.employee_range)`,
    source: sql`(
      select lower(concat_ws(' ', trim('()' from v.source), nullif(v.medium, '(none)'))) from visits v
      where v.account_id = ${accountId} and v.company_id = l.company_id and v.started_at <= s.last_visit_at order by v.started_at desc, v.id desc limit 1)`,
  };
}
