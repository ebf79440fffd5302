import { type RawBuilder, sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import { addDays, dayOf } from '../../lib/zoned-days.ts';
import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { getFeed } from '../feeds/get-feed.ts';
import { loadFeedScope } from '../feeds/load-feed-scope.ts';
import { feedLeads } from '../feeds/matching-leads.ts';
import { visitIntervalOf } from '../feeds/visit-interval.ts';
import type { NoCompanyReason } from '../identification/no-company-reason.ts';

export type LiveVisit = {
  id: string;
  companyId: string | null;
  company: string | null;
  domain: string | null;
  kind: string | null;
  /** Null when there is a company. */
  noCompanyReason: NoCompanyReason | null;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
  countryCode: string | null;
  path: string | null;
  title: string | null;
  /** The pages before the current one, latest first. */
  earlierPaths: string[];
  startedAt: Date;
  lastSeenAt: Date;
  /** Whether the visitor was active in the last five minutes. */
  isActive: boolean;
  pages: number;
  source: string | null;
  medium: string | null;
  deviceType: string | null;
};

type LiveTotals = {
  /** Different companies. */
  companies: number;
  /** Visits of companies, and the other visits. */
  identified: number;
  others: number;
  /** Visits whose visitor was active in the last five minutes, and those of companies among them. */
  active: number;
  activeIdentified: number;
};

/** The visits to show, and how many there are in all. */
export type LiveList = { totals: LiveTotals; visits: LiveVisit[] };

const activeMinutes = 5;
const shownMinutes = 30;
const maxVisits = 200;
/** Only the visits that began last are read, to bound the cost on busy websites. */
const maxVisitsRead = 20_000;
const earlierPages = 4;
const feedDays = 30;

/**
 * Lists visits of the last half hour: those of companies first, then by latest activity. With a feed, lists only visits of companies that
 * the feed contains for the last thirty days.
 */
export async function listLiveVisits(ctx: Context, accountId: string, feedId: string | null = null): Promise<LiveList> {
  const now = ctx.clock.now().getTime();
  const inFeed = feedId === null ? sql<boolean>`true` : await buildFeedCondition(ctx, accountId, feedId);
  const { rows } = await sql<LiveVisit & { totals: LiveTotals }>`
    with latest as materialized (
      select started_at, id, company_id, ended_at, page_depth from visits
      where account_id = ${accountId} and started_at >= ${earliestStart(ctx)} order by started_at desc limit ${maxVisitsRead}),
    live as materialized (
      select v.*, v.ended_at >= ${new Date(now - activeMinutes * 60_000)} as is_active from latest v
      where v.page_depth > 0 and v.ended_at >= ${new Date(now - shownMinutes * 60_000)} and ${inFeed}),
    shown as materialized (select * from live order by company_id is null, ended_at desc, id limit ${maxVisits})
    select v.id, v.company_id as "companyId", c.name as company, c.domain, x.kind,
      case when v.company_id is null then coalesce(x.no_company_reason, 'unknown') end as "noCompanyReason", p.city, p.country_code as "countryCode",
      p.latitude, p.longitude, g.path, g.title,
      array(
        select e.path from unnest(v.page_ids) with ordinality as seen (page_id, at)
        join pages e on e.account_id = ${accountId} and e.id = seen.page_id
        where seen.at < cardinality(v.page_ids) order by seen.at desc limit ${earlierPages}) as "earlierPaths",
      v.started_at as "startedAt", v.ended_at as "lastSeenAt", shown.is_active as "isActive",
      v.page_depth as pages, v.source, v.medium, v.device_type as "deviceType",
      (select json_build_object(
        'companies', count(distinct company_id), 'identified', count(company_id), 'others', count(*) - count(company_id),
        'active', count(*) filter (where is_active), 'activeIdentified', count(company_id) filter (where is_active)) from live) as totals
    from shown
    join visits v on v.account_id = ${accountId} and v.started_at = shown.started_at and v.id = shown.id and v.started_at >= ${earliestStart(ctx)}
    left join companies c on c.id = v.company_id
    left join verdicts x on x.account_id = ${accountId} and x.id = v.verdict_id
    left join places p on p.account_id = ${accountId} and p.id = v.place_id
    left join pages g on g.account_id = ${accountId} and g.id = v.page_ids[cardinality(v.page_ids)]
    order by v.company_id is null, v.ended_at desc, v.id`.execute(ctx.db);
  const none: LiveTotals = { companies: 0, identified: 0, others: 0, active: 0, activeIdentified: 0 };
  return { totals: rows[0]?.totals ?? none, visits: rows.map(({ totals, ...visit }) => visit) };
}

/** Returns the earliest start of a visit that can still be live, because visits last at most a day. */
export function earliestStart(ctx: Pick<Context, 'clock'>): Date {
  return new Date(ctx.clock.now().getTime() - dayMs);
}

async function buildFeedCondition(ctx: Context, accountId: string, feedId: string): Promise<RawBuilder<boolean>> {
  const account = await getAccount(ctx, accountId);
  const feed = await getFeed(ctx, accountId, feedId);
  const today = dayOf(ctx.clock.now().getTime(), account.timezone);
  const scope = await loadFeedScope(ctx, account, visitIntervalOf(addDays(today, 1 - feedDays), today, account.timezone), { feed });
  return sql<boolean>`v.company_id in (select company_id from ${feedLeads(scope, feed)} as lead)`;
}
