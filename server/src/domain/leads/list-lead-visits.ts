import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { dataProcessingOf } from '../settings/data-processing.ts';
import { buildVisit, engagementsOf } from '../visits/build-visit.ts';
import { decodeHits, type StoredEvents } from '../visits/stored-events.ts';
import type { Place } from './lead-row.ts';

type TimelineStep = {
  at: Date;
  kind: string;
  path: string | null;
  url: string | null;
  title: string | null;
  name: string | null;
  targetUrl: string | null;
  seconds: number | null;
};

type TimelineVisit = {
  id: string;
  startedAt: Date;
  seconds: number;
  pages: number;
  source: string | null;
  medium: string | null;
  campaign: string | null;
  keyword: string | null;
  referringUrl: string | null;
  deviceType: string | null;
  browser: string | null;
  os: string | null;
  place: Place | null;
  visitor: { id: string; email: string | null; name: string | null; isReturning: boolean };
  confidence: number | null;
  goals: string[];
  steps: TimelineStep[];
};

type TimelinePage = { visits: TimelineVisit[]; next: string | null };

const pageSize = 20;

/** The visits of a company, newest first. `before` is the cursor that the page before answered. */
export async function listLeadVisits(ctx: Context, accountId: string, companyId: string, before: string | null): Promise<TimelinePage> {
  const [time, id] = before?.split('_') ?? [];
  const isCursor = time !== undefined && id !== undefined && /^\d{1,15}$/.test(time) && /^[0-9a-f-]{36}$/.test(id);
  const { rows } = await sql<VisitRow>`
    select v.id, v.started_at, v.visit_length, v.page_depth, v.source, v.medium, v.campaign, v.keyword, v.referring_url, v.device_type, v.browser,
      v.os, v.visitor_id, v.events::json, v.goals, v.page_ids, p.city, p.region, p.country_code, w.email, w.first_name, w.last_name,
      w.first_seen_at < v.started_at as is_returning, x.confidence
    from visits v
    left join places p on p.account_id = ${accountId} and p.id = v.place_id
    left join visitors w on w.account_id = ${accountId} and w.id = v.visitor_id
    left join verdicts x on x.account_id = ${accountId} and x.id = v.verdict_id
    where v.account_id = ${accountId} and v.company_id = ${companyId} and v.page_depth > 0
      ${isCursor ? sql`and (v.started_at, v.id) < (${new Date(Number(time))}::timestamptz, ${id}::uuid)` : sql``}
    order by v.started_at desc, v.id desc limit ${pageSize + 1}`.execute(ctx.db);
  const shown = rows.slice(0, pageSize);
  const [pages, goalNames, hostnames] = await Promise.all([
    pagesOf(ctx, accountId, shown),
    goalNamesOf(ctx, accountId),
    hostnamesOf(ctx, accountId),
  ]);
  const visits = shown.map((row) => timelineVisit(row, pages, goalNames, hostnames));
  const last = visits.at(-1);
  return { visits, next: rows.length > pageSize && last ? `${last.startedAt.getTime()}_${last.id}` : null };
}

type VisitRow = {
  id: string;
  started_at: Date;
  visit_length: number;
  page_depth: number;
  source: string | null;
  medium: string | null;
  campaign: string | null;
  keyword: string | null;
  referring_url: string | null;
  device_type: string | null;
  browser: string | null;
  os: string | null;
  visitor_id: string;
  events: StoredEvents;
  goals: { goalId: string }[];
  city: string | null;
  region: string | null;
  country_code: string | null;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  is_returning: boolean | null;
  confidence: number | null;
};

type KnownPages = Map<string, { url: string; title: string | null }>;

async function pagesOf(ctx: Context, accountId: string, rows: VisitRow[]): Promise<KnownPages> {
  const ids = [...new Set(rows.flatMap((row) => row.events.hits.flatMap((hit) => hit.p ?? [])))];
  const pages = await sql<{ id: string; url: string; title: string | null }>`
    select id, url, title from pages where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(ctx.db);
  return new Map(pages.rows.map(({ id, url, title }) => [id, { url, title }]));
}

async function goalNamesOf(ctx: Context, accountId: string): Promise<Map<string, string>> {
  const goals = await ctx.db.selectFrom('goals').select(['id', 'name']).where('account_id', '=', accountId).execute();
  return new Map(goals.map(({ id, name }) => [id, name]));
}

async function hostnamesOf(ctx: Context, accountId: string): Promise<string[]> {
  const account = await ctx.db.selectFrom('accounts').select('data_processing').where('id', '=', accountId).executeTakeFirstOrThrow();
  return dataProcessingOf(account.data_processing).hostnames;
}

function timelineVisit(row: VisitRow, pages: KnownPages, goalNames: Map<string, string>, hostnames: string[]): TimelineVisit {
  const hits = decodeHits(row.visitor_id, row.events, (id) => pages.get(id) ?? { url: '', title: null });
  const engagements = engagementsOf(hits, buildVisit(hits, hostnames).route);
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ');
  return {
    id: row.id,
    startedAt: row.started_at,
    seconds: row.visit_length,
    pages: row.page_depth,
    source: row.source,
    medium: row.medium,
    campaign: row.campaign,
    keyword: row.keyword,
    referringUrl: row.referring_url,
    deviceType: row.device_type,
    browser: row.browser,
    os: row.os,
    place: row.country_code === null ? null : { city: row.city, region: row.region, countryCode: row.country_code },
    visitor: { id: row.visitor_id, email: row.email, name: name === '' ? null : name, isReturning: row.is_returning ?? false },
    confidence: row.confidence,
    goals: row.goals.flatMap(({ goalId }) => goalNames.get(goalId) ?? []),
    // A leave says how long a page was open, which the page itself shows already.
    steps: engagements
      .filter(({ kind }) => kind !== 'leave')
      .map(({ kind, path, url, title, name: eventName, targetUrl, occurredAtMs, timeOnPageSeconds }) => ({
        at: new Date(occurredAtMs),
        kind,
        path,
        url,
        title,
        name: eventName,
        targetUrl,
        seconds: timeOnPageSeconds,
      })),
  };
}
