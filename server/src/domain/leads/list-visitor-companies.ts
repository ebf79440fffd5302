import { type RawBuilder, sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { required } from '../../lib/required.ts';
import { completenessOf } from '../companies/completeness.ts';
import { loadIntents } from '../companies/load-intents.ts';
import type { Context } from '../context.ts';
import { buildFeedOrder } from '../feeds/feed-order.ts';
import { getFeedByAnyId } from '../feeds/get-feed-by-any-id.ts';
import { loadFeedScope } from '../feeds/load-feed-scope.ts';
import { feedLeads } from '../feeds/matching-leads.ts';
import { trackedDays } from '../feeds/tracked-days.ts';
import { visitIntervalOf } from '../feeds/visit-interval.ts';
import { loadPlaces, type Place } from '../visits/place.ts';
import { leadQuality } from './lead-quality.ts';
import { hiddenCompanyIds } from './lead-windows.ts';

type VisitorCompaniesQuery = {
  startDate: string | null;
  endDate: string | null;
  /** Only leads of this feed; if null, all leads that are not hidden. */
  feedId: string | null;
  offset: number;
  limit: number;
};

type VisitorCompany = {
  companyId: string;
  place: Place;
  visits: number;
  pageViews: number;
  quality: number;
  intent: number | null;
  firstVisitAt: Date;
  lastVisitAt: Date;
};

type Row = {
  company_id: string;
  place_id: string;
  visits: number;
  page_views: number;
  deepest_visit: number;
  first_visit_at: Date;
  last_visit_at: Date;
};

/**
 * Serves the versioned API. Returns one row per company and location, in the order of the feed or else newest visit first. Days are in the
 * account's time zone.
 */
export async function listVisitorCompanies(
  ctx: Context,
  account: { id: string; timezone: string },
  { feedId, offset, limit, ...days }: VisitorCompaniesQuery,
): Promise<{ rows: VisitorCompany[]; totalCount: number }> {
  const accountId = account.id;
  const { startDate, endDate } = trackedDays(days.startDate, days.endDate);
  const feed = feedId === null ? null : await getFeedByAnyId(ctx, accountId, feedId);
  const interval = visitIntervalOf(startDate, endDate, account.timezone);
  const inFeed = feed
    ? sql`d.company_id in (select company_id from ${feedLeads(await loadFeedScope(ctx, account, interval, { feed }), feed)} as lead)`
    : sql`coalesce(c.merged_into, c.id) <> all(${hiddenCompanyIds(accountId)})`;
  const order = feed && (await buildFeedOrder(ctx, accountId, feed));
  const grouped = sql`
    select coalesce(c.merged_into, c.id) as company_id, d.place_id, sum(d.visits)::int as visits, sum(d.page_views)::int as page_views,
      max(d.deepest_visit) as deepest_visit, min(d.first_visit_at) as first_visit_at, max(d.last_visit_at) as last_visit_at
    from company_days d join companies c on c.id = d.company_id
    where d.account_id = ${accountId} and d.day between ${startDate}::date and ${endDate}::date
      and ${inFeed}
    group by 1, 2`;
  const ordered = order ? sorted(accountId, order) : sql`select s.* from grouped s order by s.last_visit_at desc, s.company_id, s.place_id`;
  // One statement, so that the days are summed once for the page and for the number of rows.
  const { rows: found } = await sql<Row & { total: number }>`
    with grouped as materialized (${grouped}),
    page as (select first.*, row_number() over () as position from (${ordered} limit ${limit} offset ${offset}) as first)
    select page.*, counted.total from (select count(*)::int as total from grouped) as counted left join page on true order by page.position`.execute(
    ctx.db,
  );
  const page = found.filter(({ company_id }) => company_id !== null);
  const rows = page.length === 0 ? [] : await complete(ctx, accountId, page);
  return { rows, totalCount: firstOf(found).total };
}

/** Sorts the rows by the order of a feed, which refers to the totals `s` of each row. */
function sorted(accountId: string, order: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select s.* from grouped s join companies c on c.id = s.company_id
    left join leads l on l.account_id = ${accountId} and l.company_id = s.company_id
    order by ${order}, s.company_id, s.place_id`;
}

async function complete(ctx: Context, accountId: string, rows: Row[]): Promise<VisitorCompany[]> {
  const companyIds = [...new Set(rows.map(({ company_id }) => company_id))];
  const [companies, places, intents] = await Promise.all([
    ctx.db.selectFrom('companies').selectAll().where('id', 'in', companyIds).execute(),
    loadPlaces(
      ctx.db,
      accountId,
      rows.map(({ place_id }) => place_id),
    ),
    loadIntents(ctx, accountId, companyIds),
  ]);
  return rows.map((row) => {
    const company = required(companies.find(({ id }) => id === row.company_id));
    const unknownPlace = { id: row.place_id, countryCode: null, region: null, city: null, postalCode: null };
    return {
      companyId: row.company_id,
      place: places.get(row.place_id) ?? unknownPlace,
      visits: row.visits,
      pageViews: row.page_views,
      quality: leadQuality(row.deepest_visit, completenessOf(company)).score,
      intent: intents.get(row.company_id)?.score ?? null,
      firstVisitAt: row.first_visit_at,
      lastVisitAt: row.last_visit_at,
    };
  });
}
