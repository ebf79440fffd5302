import { type RawBuilder, sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { assigneePosition, directionOf, listAssigneeIds } from '../feeds/lead-order.ts';
import type { LeadSort } from '../feeds/lead-sort.ts';
import { inIndexOrder } from '../in-index-order.ts';
import { type LeadQuery, matchesSearch, totalColumns } from './lead-query.ts';
import { type CountedLeadWindow, hiddenCompanyIds, type LeadWindow } from './lead-windows.ts';
import type { LeadTotals } from './load-lead-totals.ts';

type Page = { offset: number; limit: number; maxCount: number };

/** Columns of `lead_window_rollups`; each has an index. */
const sortKeys: Record<Exclude<LeadSort, 'assignee'>, RawBuilder<unknown>> = {
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
const nullableSorts: ReadonlySet<LeadSort> = new Set<LeadSort>(['place', 'industry', 'employees', 'source']);

/**
 * Returns one page of the matching leads of a window, and how many match, counted up to `maxCount`. Without a search text, leads are read in
 * order until the page is full.
 */
export async function searchLeadWindow(
  ctx: Context,
  window: CountedLeadWindow,
  query: LeadQuery,
  page: Page,
): Promise<{ rows: LeadTotals[]; total: number }> {
  const assigneeIds = query.sort === 'assignee' ? await listAssigneeIds(ctx, window.accountId) : [];
  const found = query.search === '' ? null : await searchText(ctx, window, query, page, assigneeIds);
  if (found && found.total < page.maxCount) return found;
  const rowsNeeded = page.offset + page.limit;
  const parts =
    query.sort === 'assignee'
      ? partsByAssignee(window, query, assigneeIds, rowsNeeded)
      : partsByKey(window, query, sortKeys[query.sort], rowsNeeded);
  const first = sql<LeadTotals>`
    select * from (${parts}) as first ${inOrder(query)} limit ${page.limit} offset ${page.offset}`;
  if (found) return { rows: (await inIndexOrder(ctx.db, (trx) => first.execute(trx))).rows, total: found.total };
  const [{ rows }, total] = await Promise.all([first.execute(ctx.db), countLeads(ctx, window, query, page.maxCount)]);
  return { rows, total };
}

function inOrder({ descending }: LeadQuery): RawBuilder<unknown> {
  return sql`order by key ${directionOf(descending)} nulls last, "companyId" ${directionOf(descending)}`;
}

/**
 * Most searches match few leads, so leads are read in storage order until `maxCount` match: index order would take several times as long.
 * If `maxCount` leads match, the caller must not use the page, because leads that were not read may precede it.
 */
async function searchText(
  ctx: Context,
  window: LeadWindow,
  query: LeadQuery,
  { offset, limit, maxCount }: Page,
  assigneeIds: readonly string[],
): Promise<{ rows: LeadTotals[]; total: number }> {
  const key = query.sort === 'assignee' ? assigneePosition(assigneeIds) : sortKeys[query.sort];
  const matching = matchingLeads(window, query, query.sort === 'assignee');
  const { rows } = await sql<LeadTotals & { total: number }>`
    with matching as materialized (select ${totalColumns}, ${key} as key ${matching} limit ${maxCount}),
    page as (select * from matching ${inOrder(query)} limit ${limit} offset ${offset})
    select page.*, counted.total from (select count(*)::int as total from matching) as counted left join page on true ${inOrder(query)}`.execute(
    ctx.db,
  );
  return { rows: rows.filter(({ companyId }) => companyId !== null), total: firstOf(rows).total };
}

/** Table expression: the first leads in the order of a column. */
function partsByKey(window: LeadWindow, query: LeadQuery, key: RawBuilder<unknown>, rowsNeeded: number): RawBuilder<unknown> {
  const direction = directionOf(query.descending);
  const matching = matchingLeads(window, query);
  const part = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    (select ${totalColumns}, ${key} as key ${matching} and ${condition} order by ${order} s.company_id ${direction} limit ${rowsNeeded})`;
  // The list shows nulls last in both directions, but an index scan returns them last in only one, so leads without a value are read
  // separately.
  return nullableSorts.has(query.sort)
    ? sql`${part(sql`${key} is not null`, sql`${key} ${direction},`)} union all ${part(sql`${key} is null`, sql``)}`
    : part(sql`true`, sql`${key} ${direction},`);
}

/**
 * Table expression: the first leads by assignee. The rollups do not contain assignees, so the leads of each assignee are read from `leads`
 * by index, and other leads only if these do not fill the page.
 */
function partsByAssignee(window: LeadWindow, query: LeadQuery, assigneeIds: readonly string[], rowsNeeded: number): RawBuilder<unknown> {
  const direction = directionOf(query.descending);
  const { accountId } = window;
  return sql`
    with assigned as materialized (
      select own.*, assignee.position as key
      from unnest(${assigneeIds}::bigint[]) with ordinality as assignee (id, position)
      cross join lateral (
        select ${totalColumns}
        from leads a
        cross join lateral (select s.* ${matchingLeads(window, query)} and s.company_id = a.company_id offset 0) as s
        where a.account_id = ${accountId} and a.assignee_id = assignee.id
        order by a.company_id ${direction} limit ${rowsNeeded}) as own
      order by assignee.position ${direction}, own."companyId" ${direction} limit ${rowsNeeded})
    select * from assigned
    union all (
      select ${totalColumns}, null as key ${matchingLeads(window, query)} and coalesce((
        select a.assignee_id <> all(${assigneeIds}::bigint[]) from leads a where a.account_id = ${accountId} and a.company_id = s.company_id), true)
      order by s.company_id ${direction} limit (select ${rowsNeeded} - count(*) from assigned))`;
}

async function countLeads(ctx: Context, window: CountedLeadWindow, query: LeadQuery, maxCount: number): Promise<number> {
  const count = async (matching: RawBuilder<unknown>) => {
    const { rows } = await sql<{
      total: number;
    }>`select count(*)::int as total from (select 1 ${matching} limit ${maxCount}) as counted`.execute(ctx.db);
    return firstOf(rows).total;
  };
  const isAll = query.conditions.length === 0 && query.search === '' && !query.hidden;
  if (!isAll) return count(matchingLeads(window, query));
  // The number of all leads is stored, and few are hidden.
  return Math.min(window.leads - (await count(matchingLeads(window, { ...query, hidden: true }))), maxCount);
}

/** Conditions refer to lead `l` and company `c`, which are joined only if needed. */
function matchingLeads({ accountId, id }: LeadWindow, { search, conditions, hidden }: LeadQuery, sortsByLead = false): RawBuilder<unknown> {
  const hiddenIds = hiddenCompanyIds(accountId);
  const all = [...conditions, hidden ? sql<boolean>`s.company_id = any(${hiddenIds})` : sql<boolean>`s.company_id <> all(${hiddenIds})`];
  if (search !== '') all.push(matchesSearch(search, { name: sql`s.name`, domain: sql`s.domain` }));
  const leads =
    sortsByLead || conditions.length > 0 ? sql`join leads l on l.account_id = ${accountId} and l.company_id = s.company_id` : sql``;
  const companies = conditions.length === 0 ? sql`` : sql`join companies c on c.id = s.company_id`;
  return sql`from lead_window_rollups s ${leads} ${companies}
    where s.account_id = ${accountId} and s.window_id = ${id} and ${sql.join(all, sql` and `)}`;
}
