import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import { dayOf } from '../../lib/zoned-days.ts';
import type { Feed } from './feed.ts';
import { buildFeedOrder, orderedLeads } from './feed-order.ts';
import { feedLeads } from './matching-leads.ts';
import type { Scope } from './scope.ts';
import { visitedIn } from './visited-in.ts';

export type PageRequest = {
  offset: number;
  limit: number;
  /** Leads shown on previous pages. If given, the page starts with the first lead that is not among them, wherever it is sorted now. */
  shownIds?: string[] | null;
};

type FoundLeads = {
  /** In the order of the feed (default: newest visit in the interval first), ties by id. */
  companyIds: string[];
  /** Total number, capped by `maxCount`. */
  total: number;
};

/** Finds one page of a feed's leads and their total number, counting at most `maxCount`. */
export async function findLeads(db: Database, scope: Scope, feed: Feed, page: PageRequest, maxCount: number): Promise<FoundLeads> {
  const limit = Math.min(page.limit, Math.max(0, maxCount - page.offset));
  const shownIds = page.shownIds ?? [];
  // Leads already shown are excluded by id, so no offset is needed; they count toward the total.
  const [offset, shownCount] = page.shownIds && page.offset > 0 ? [0, page.offset] : [page.offset, 0];
  if (feed.id === 'all_leads') {
    const [total, companyIds] = await Promise.all([
      countLeads(db, scope, Math.max(0, maxCount - shownCount), shownIds),
      limit === 0 ? [] : findNewestLeads(db, scope, { offset, limit, shownIds }),
    ]);
    return { total: total + shownCount, companyIds };
  }
  const order = limit === 0 ? null : await buildFeedOrder({ db }, scope.accountId, feed);
  const { rows } = await sql<{ total: number; company_ids: string[] }>`
    with matched as materialized (
      select * from ${feedLeads(scope, feed)} as lead where ${notAmong(sql`lead.company_id`, shownIds)})
    select (select count(*)::int from matched) as total,
      array(${orderedLeads(scope, sql`matched`, order)} offset ${offset} limit ${limit}) as company_ids`.execute(db);
  const { total, company_ids } = firstOf(rows);
  return { total: Math.min(total + shownCount, maxCount), companyIds: company_ids };
}

/**
 * Scans the daily rollups from the newest and takes each company at its first occurrence until the page is full, so the cost depends on the
 * page and not on the interval. If the interval ends before the end of its last day, the scan skips rollups of that day with visits both
 * before and after the end of the interval. A second query finds the companies of these rollups. It runs after the scan, so that none is
 * missed between the two statements. If it finds any, the scan is repeated and includes their newest visits before the end of the interval.
 */
async function findNewestLeads(db: Database, scope: Scope, page: Required<PageRequest>): Promise<string[]> {
  const newest = await listNewest(db, scope, page, []);
  const partialDayIds = await listPartialDayCompanies(db, scope);
  return partialDayIds.length === 0 ? newest : listNewest(db, scope, page, partialDayIds);
}

/** Correlated subqueries use the index per company; joins would be planned for many rows and read all of them. */
async function listNewest(
  db: Database,
  { accountId, interval }: Scope,
  page: Required<PageRequest>,
  partialDayIds: string[],
): Promise<string[]> {
  const { offset, limit } = page;
  const shownIds = page.shownIds ?? [];
  const { rows } = await sql<{ company_id: string }>`
    select company_id from (
      (select d.company_id, d.last_visit_at as newest
      from company_days d
      where d.account_id = ${accountId} and d.last_visit_at >= ${interval.fromAt} and d.last_visit_at < ${interval.toAt}
        and (
          select 1 from company_days n
          where n.account_id = ${accountId} and n.company_id = d.company_id and n.day >= d.day
            and n.last_visit_at < ${interval.toAt} and (n.last_visit_at, n.place_id) > (d.last_visit_at, d.place_id) limit 1) is null
        and (select 1 from leads l where l.account_id = ${accountId} and l.company_id = d.company_id and l.hidden limit 1) is null
        and ${notAmong(sql`d.company_id`, [...shownIds, ...partialDayIds])}
      order by d.last_visit_at desc, d.company_id limit ${offset + limit})
      ${partialDayIds.length === 0 ? sql`` : sql`union all ${newestBeforeEnd({ accountId, interval }, partialDayIds)}`}) as found
    where ${notAmong(sql`company_id`, partialDayIds.length === 0 ? [] : shownIds)}
    order by newest desc, company_id offset ${offset} limit ${limit}`.execute(db);
  return rows.map(({ company_id }) => company_id);
}

function newestBeforeEnd({ accountId, interval }: Pick<Scope, 'accountId' | 'interval'>, partialDayIds: string[]) {
  return sql`
    select v.company_id, max(v.started_at) as newest from visits v
    where v.account_id = ${accountId} and v.company_id = any(${partialDayIds}::bigint[]) and v.page_depth > 0
      and v.started_at >= ${interval.fromAt} and v.started_at < ${interval.toAt}
      and not exists (select 1 from leads l where l.account_id = ${accountId} and l.company_id = v.company_id and l.hidden)
    group by v.company_id`;
}

async function listPartialDayCompanies(db: Database, { accountId, timezone, interval }: Scope): Promise<string[]> {
  if (!interval.hasPartialLastDay) return [];
  const { rows } = await sql<{ company_id: string }>`
    select distinct d.company_id from company_days d
    where d.account_id = ${accountId} and d.last_visit_at >= ${interval.toAt} and d.first_visit_at < ${interval.toAt}
      and d.day = ${dayOf(interval.toAt.getTime() - 1, timezone)}::date`.execute(db);
  return rows.map(({ company_id }) => company_id);
}

function notAmong(companyId: RawBuilder<unknown>, companyIds: string[]): RawBuilder<boolean> {
  return companyIds.length === 0 ? sql`true` : sql`${companyId} <> all(${companyIds}::bigint[])`;
}

async function countLeads(db: Database, scope: Scope, maxCount: number, shownIds: string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select 1 from leads l
      where l.account_id = ${scope.accountId} and not l.hidden and ${visitedIn(scope)} and ${notAmong(sql`l.company_id`, shownIds)}
      limit ${maxCount}) as counted`.execute(db);
  return firstOf(rows).total;
}
