import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { PartnerCookies } from '../events/event.ts';
import type { NoCompanyReason } from '../identification/no-company-reason.ts';
import { dataProcessingOf } from '../settings/data-processing.ts';
import { buildVisit, engagementsOf } from './build-visit.ts';
import { loadPlaces } from './place.ts';
import { decodeHits, type StoredEvents } from './stored-events.ts';
import type { Visit } from './visit.ts';
import type { VisitorIdentity } from './visitor-identity.ts';

/** Visits are partitioned by time, so their key includes the start time. */
export type VisitKey = { id: string; started_at: Date };

type Row = {
  id: string;
  started_at: Date;
  ended_at: Date;
  company_id: string | null;
  no_company_reason: NoCompanyReason | null;
  visitor_id: string;
  place_id: string;
  page_depth: number;
  visit_length: number;
  source: string | null;
  medium: string | null;
  campaign: string | null;
  keyword: string | null;
  referring_url: string | null;
  device_type: string | null;
  browser: string | null;
  os: string | null;
  ga_client_ids: string[];
  partner_cookies: PartnerCookies | null;
  events: StoredEvents;
  goals: { goalId: string; reachedAtMs: number; eventIds: string[] }[];
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  is_returning: boolean | null;
  confidence: number | null;
};

type Pages = Map<string, { url: string; title: string | null }>;

/** Loads visits in the given order. Visits that are no longer stored are omitted. */
export async function loadVisits(
  db: Database,
  accountId: string,
  keys: readonly { id: string; started_at: Date | string }[],
): Promise<Visit[]> {
  if (keys.length === 0) return [];
  // `offset 0` makes each row a lookup by key. Without statistics, the planner would join all visits of the account.
  const { rows } = await sql<Row>`
    select v.id, v.started_at, v.ended_at, v.company_id, v.visitor_id, v.place_id, v.page_depth, v.visit_length, v.source, v.medium, v.campaign,
      v.keyword, v.referring_url, v.device_type, v.browser, v.os, v.ga_client_ids, v.partner_cookies, v.events::json, v.goals, w.email,
      w.first_name, w.last_name, w.first_seen_at < v.started_at as is_returning, x.confidence, x.no_company_reason
    from unnest(${keys.map(({ started_at }) => started_at)}::timestamptz[], ${keys.map(({ id }) => id)}::uuid[]) as wanted (started_at, id)
    cross join lateral (
      select * from visits v where v.account_id = ${accountId} and v.started_at = wanted.started_at and v.id = wanted.id offset 0) as v
    left join lateral (select * from visitors w where w.account_id = ${accountId} and w.id = v.visitor_id offset 0) as w on true
    left join lateral (select * from verdicts x where x.account_id = ${accountId} and x.id = v.verdict_id offset 0) as x on true`.execute(
    db,
  );
  const [pages, places, goalNames, hostnames] = await Promise.all([
    loadPages(db, accountId, rows),
    loadPlaces(
      db,
      accountId,
      rows.map(({ place_id }) => place_id),
    ),
    loadGoalNames(db, accountId, rows),
    loadHostnames(db, accountId),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return keys.flatMap(({ id }) => {
    const row = byId.get(id);
    return row ? [{ ...visitOf(row, pages, goalNames, hostnames), place: places.get(row.place_id) ?? null }] : [];
  });
}

function visitOf(row: Row, pages: Pages, goalNames: Map<string, string>, hostnames: string[]): Omit<Visit, 'place'> {
  const hits = decodeHits(row.visitor_id, row.events, (pageId) => pages.get(pageId) ?? { url: '', title: null });
  const facts = buildVisit(hits, hostnames);
  const goalEvents = new Set(row.goals.flatMap(({ eventIds }) => eventIds));
  return {
    id: row.id,
    companyId: row.company_id,
    noCompanyReason: row.company_id === null ? (row.no_company_reason ?? 'unknown') : null,
    visitorId: row.visitor_id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    pageDepth: row.page_depth,
    lengthSeconds: row.visit_length,
    landingPagePath: facts.landingPage?.path ?? null,
    route: facts.route,
    engagements: engagementsOf(hits, facts.route).map((engagement) => ({ ...engagement, hasMetGoals: goalEvents.has(engagement.eventId) })),
    goals: row.goals.flatMap(({ goalId, reachedAtMs }) => {
      const name = goalNames.get(goalId);
      return name === undefined ? [] : [{ id: goalId, name, reachedAt: new Date(reachedAtMs) }];
    }),
    source: row.source,
    medium: row.medium,
    campaign: row.campaign,
    keyword: row.keyword,
    referringUrl: row.referring_url,
    deviceType: row.device_type,
    browser: row.browser,
    os: row.os,
    gaClientIds: row.ga_client_ids,
    partnerCookies: row.partner_cookies,
    visitor: visitorOf(row, facts),
    knownVisitor: { email: row.email, firstName: row.first_name, lastName: row.last_name, isReturning: row.is_returning ?? false },
    placeId: row.place_id,
    confidence: row.confidence,
  };
}

/** Names that were given with the same e-mail address in another visit apply to this visit, too. */
function visitorOf({ email, first_name, last_name }: Row, facts: VisitorIdentity): Visit['visitor'] {
  const { visitorEmail, visitorFirstName, visitorLastName } = facts;
  if (visitorEmail === null) return { email, firstName: visitorFirstName ?? first_name, lastName: visitorLastName ?? last_name };
  const isSame = visitorEmail.toLowerCase() === email?.toLowerCase();
  return {
    email: visitorEmail,
    firstName: visitorFirstName ?? (isSame ? first_name : null),
    lastName: visitorLastName ?? (isSame ? last_name : null),
  };
}

async function loadPages(db: Database, accountId: string, rows: Row[]): Promise<Pages> {
  const ids = [...new Set(rows.flatMap(({ events }) => events.hits.flatMap(({ p }) => p ?? [])))];
  if (ids.length === 0) return new Map();
  const { rows: pages } = await sql<{ id: string; url: string; title: string | null }>`
    select id, url, title from pages where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(db);
  return new Map(pages.map(({ id, url, title }) => [id, { url, title }]));
}

async function loadGoalNames(db: Database, accountId: string, rows: Row[]): Promise<Map<string, string>> {
  if (rows.every(({ goals }) => goals.length === 0)) return new Map();
  const goals = await db.selectFrom('goals').select(['id', 'name']).where('account_id', '=', accountId).execute();
  return new Map(goals.map(({ id, name }) => [id, name]));
}

async function loadHostnames(db: Database, accountId: string): Promise<string[]> {
  const account = await db.selectFrom('accounts').select('data_processing').where('id', '=', accountId).executeTakeFirstOrThrow();
  return dataProcessingOf(account.data_processing).hostnames;
}
