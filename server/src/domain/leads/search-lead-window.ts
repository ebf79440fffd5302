import { type RawBuilder, sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { assigneeOrder, directionOf } from '../feeds/lead-order.ts';
import type { LeadSort } from '../feeds/lead-sort.ts';
import { type LeadQuery, searchPattern, totalColumns } from './lead-query.ts';
import { hiddenCompanyIds, type LeadWindow } from './lead-windows.ts';
import type { LeadTotals } from './load-lead-totals.ts';

type Page = { offset: number; limit: number; maxCount: number };

/** Columns of `lead_window_rollups`; each has an index. */
const keys: Record<Exclude<LeadSort, 'assignee'>, RawBuilder<unknown>> = {
  last_visit: sql`s.last_visit_at`,
  first_visit: sql`s.first_visit_at`,
  visits: sql`s.visits`,
  page_views: sql`s.page_views`,
  quality: sql`s.quality`,
  name: sql`s.name`,
  place: sql`s.place`,
  industry: sql`s.industry`,
  employees: sql`s.employees`,
  source: sql`s.source`,
};
const nullable: ReadonlySet<LeadSort> = new Set<LeadSort>(['place', 'industry', 'employees', 'source', 'assignee']);

/** Returns one page of the leads of a window and their number, counting at most `maxCount`. Reads the leads in order until the page is full. */
export async function searchLeadWindow(
  ctx: Context,
  window: LeadWindow,
  query: LeadQuery,
  { offset, limit, maxCount }: Page,
): Promise<{ rows: LeadTotals[]; total: number }> {
  const matching = matchingLeads(window, query);
  const key = query.sort === 'assignee' ? await assigneeOrder(ctx, window.accountId) : keys[query.sort];
  const isSet = query.sort === 'assignee' ? sql`l.assignee_id` : key;
  const direction = directionOf(query.descending);
  const inOrder = sql`order by key ${direction} nulls last, "companyId" ${direction}`;
  if (query.search !== '') {
    // Most searches match few leads, so all leads are read. Index order would take several times as long as storage order.
    const { rows } = await sql<LeadTotals & { total: number }>`
      with matching as materialized (select ${totalColumns}, ${key} as key ${matching} limit ${maxCount}),
      page as (select * from matching ${inOrder} limit ${limit} offset ${offset})
      select page.*, counted.total from (select count(*)::int as total from matching) as counted left join page on true ${inOrder}`.execute(
      ctx.db,
    );
    const { total } = firstOf(rows);
    if (total < maxCount) return { rows: rows.filter(({ companyId }) => companyId !== null), total };
  }
  const part = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    (select ${totalColumns}, ${key} as key ${matching} and ${condition} order by ${order} s.company_id ${direction} limit ${offset + limit})`;
  // Nulls are last in both directions, but an index has them on one side, so leads without a value are read separately.
  const parts = nullable.has(query.sort)
    ? sql`${part(sql`${isSet} is not null`, sql`${key} ${direction},`)} union all ${part(sql`${isSet} is null`, sql``)}`
    : part(sql`true`, sql`${key} ${direction},`);
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<LeadTotals>`
      select * from (${parts}) as found ${inOrder} limit ${limit} offset ${offset}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total from (select 1 ${matching} limit ${maxCount}) as counted`.execute(ctx.db),
  ]);
  return { rows, total: firstOf(counted).total };
}

/**
 * Conditions refer to lead `l` and company `c`, which are joined only if needed.
 */
function matchingLeads({ accountId, id }: LeadWindow, { search, conditions, hidden, sort }: LeadQuery): RawBuilder<unknown> {
  const hiddenIds = hiddenCompanyIds(accountId);
  const all = [...conditions, hidden ? sql<boolean>`s.company_id = any(${hiddenIds})` : sql<boolean>`s.company_id <> all(${hiddenIds})`];
  if (search !== '') all.push(sql<boolean>`(s.name like ${searchPattern(search)} or s.domain like ${searchPattern(search)})`);
  const companies = conditions.length === 0 ? sql`` : sql`join companies c on c.id = s.company_id`;
  const leads =
    conditions.length === 0 && sort !== 'assignee'
      ? sql``
      : sql`join leads l on l.account_id = ${accountId} and l.company_id = s.company_id`;
  return sql`from lead_window_rollups s ${leads} ${companies}
    where s.account_id = ${accountId} and s.window_id = ${id} and ${sql.join(all, sql` and `)}`;
}
