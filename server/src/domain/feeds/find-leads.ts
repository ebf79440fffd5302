import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Feed } from './feed.ts';
import { feedLeads, visitedIn } from './matching-leads.ts';
import type { Scope } from './scope.ts';

export type LeadPage = { offset: number; limit: number };

export type FoundLeads = {
  /** In order: newest visit in the window first, ties by id. */
  companyIds: string[];
  /** How many there are in all, as far as was asked. */
  total: number;
};

/** Finds one page of a feed's leads, and how many there are, counting up to `mostCounted` at most. */
export async function findLeads(db: Database, scope: Scope, feed: Feed, page: LeadPage, mostCounted: number): Promise<FoundLeads> {
  const limit = Math.min(page.limit, Math.max(0, mostCounted - page.offset));
  if (feed.id === 'all_leads') {
    const [total, companyIds] = await Promise.all([
      countVisitors(db, scope, mostCounted),
      limit === 0 ? [] : newestVisitors(db, scope, { offset: page.offset, limit }),
    ]);
    return { total, companyIds };
  }
  const { rows } = await sql<{ total: number; company_ids: string[] }>`
    with matched as materialized (
      select * from ${feedLeads(scope, feed)} as lead)
    select (select count(*)::int from matched) as total,
      array(select company_id::text from matched order by newest desc, company_id offset ${page.offset} limit ${limit}) as company_ids`.execute(
    db,
  );
  const { total, company_ids } = rows[0]!;
  return { total: Math.min(total, mostCounted), companyIds: company_ids };
}

/**
 * Walks the day sums from the newest on and takes each company where it is met first, until the page is full: the cost follows
 * from the page, not from the interval. The sums of a day that the window cuts (an earlier page fixed its end) hide when a
 * company came before the cut, so those companies are looked up in their visits.
 */
async function newestVisitors(db: Database, { accountId, window }: Scope, { offset, limit }: LeadPage): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    with cut as materialized (
      select distinct d.company_id from company_days d
      where d.account_id = ${accountId} and d.last_visit_at >= ${window.toAt} and d.first_visit_at < ${window.toAt}
        and d.day between ${window.startDate}::date and ${window.endDate}::date)
    select company_id from (
      (select d.company_id, d.last_visit_at as newest
      from company_days d
      where d.account_id = ${accountId} and d.last_visit_at >= ${window.fromAt} and d.last_visit_at < ${window.toAt}
        and not exists (
          select 1 from company_days n
          where n.account_id = ${accountId} and n.company_id = d.company_id and n.day >= d.day
            and n.last_visit_at < ${window.toAt} and (n.last_visit_at, n.place_id) > (d.last_visit_at, d.place_id))
        and not exists (select 1 from leads l where l.account_id = ${accountId} and l.company_id = d.company_id and l.hidden)
        and d.company_id not in (select company_id from cut)
      order by d.last_visit_at desc, d.company_id limit ${offset + limit})
      union all
      select cut.company_id, (
        select max(v.started_at) from visits v
        where v.account_id = ${accountId} and v.company_id = cut.company_id and v.page_depth > 0
          and v.started_at >= ${window.fromAt} and v.started_at < ${window.toAt}) as newest
      from cut
      where not exists (select 1 from leads l where l.account_id = ${accountId} and l.company_id = cut.company_id and l.hidden)) as found
    where newest is not null
    order by newest desc, company_id offset ${offset} limit ${limit}`.execute(db);
  return rows.map(({ company_id }) => company_id);
}

async function countVisitors(db: Database, scope: Scope, mostCounted: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select 1 from leads l
      where l.account_id = ${scope.accountId} and not l.hidden and ${visitedIn(scope)}
      limit ${mostCounted}) as counted`.execute(db);
  return rows[0]!.total;
}
