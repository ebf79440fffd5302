import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { dataProcessingOf } from '../settings/data-processing.ts';
import { buildVisit, type Engagement, engagementsOf } from './build-visit.ts';
import { decodeHits, type StoredEvents } from './stored-events.ts';

type Row = {
  id: string;
  started_at: Date;
  ended_at: Date;
  company_id: string | null;
  visitor_id: string;
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
  ga_client_ids: string[];
  events: StoredEvents;
  goals: { goalId: string; reachedAtMs: number; eventIds: string[] }[];
  place_id: string;
  country_code: string | null;
  region: string | null;
  city: string | null;
  postal_code: string | null;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  returning: boolean | null;
};

export type WebVisit = Omit<Row, 'events' | 'goals'> & {
  landing_page_path: string | null;
  engagements: (Engagement & { has_met_goals: boolean })[];
  goals: { id: string; name: string; reached_at: Date }[];
};

type VisitReference = { id: string; startedAt: string | Date };

/** Visits with everything that is known of them. Their times are asked for because visits are kept by month. */
export async function loadWebVisits(ctx: Context, accountId: string, visits: VisitReference[]): Promise<Map<string, WebVisit>> {
  if (visits.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select v.id, v.started_at, v.ended_at, v.company_id, v.visitor_id, v.visit_length, v.page_depth, v.source, v.medium, v.campaign, v.keyword,
      v.referring_url, v.device_type, v.browser, v.os, v.ga_client_ids, v.events::json, v.goals, v.place_id, p.country_code, p.region, p.city,
      p.postal_code, w.email, w.first_name, w.last_name, w.first_seen_at < v.started_at as returning
    from visits v
    left join places p on p.account_id = ${accountId} and p.id = v.place_id
    left join visitors w on w.account_id = ${accountId} and w.id = v.visitor_id
    where v.account_id = ${accountId} and v.id = any(${visits.map(({ id }) => id)}::uuid[])
      and v.started_at = any(${visits.map(({ startedAt }) => startedAt)}::timestamptz[])`.execute(ctx.db);
  const [pages, goalNames, hostnames] = await Promise.all([
    pagesOf(ctx, accountId, rows),
    goalNamesOf(ctx, accountId),
    hostnamesOf(ctx, accountId),
  ]);
  return new Map(rows.map((row) => [row.id, webVisit(row, pages, goalNames, hostnames)]));
}

type Pages = Map<string, { url: string; title: string | null }>;

function webVisit({ events, goals, ...row }: Row, pages: Pages, goalNames: Map<string, string>, hostnames: string[]): WebVisit {
  const hits = decodeHits(row.visitor_id, events, (id) => pages.get(id) ?? { url: '', title: null });
  const facts = buildVisit(hits, hostnames);
  const meeting = new Set(goals.flatMap(({ eventIds }) => eventIds));
  return {
    ...row,
    landing_page_path: facts.landingPage?.path ?? null,
    engagements: engagementsOf(hits, facts.route).map((engagement) => ({ ...engagement, has_met_goals: meeting.has(engagement.eventId) })),
    goals: goals.flatMap(({ goalId, reachedAtMs }) => {
      const name = goalNames.get(goalId);
      return name === undefined ? [] : { id: goalId, name, reached_at: new Date(reachedAtMs) };
    }),
  };
}

async function pagesOf(ctx: Context, accountId: string, rows: Row[]): Promise<Pages> {
  const ids = [...new Set(rows.flatMap(({ events }) => events.hits.flatMap(({ p }) => p ?? [])))];
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
