import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { getKnown } from '../../lib/get-known.ts';
import type { PartnerCookies } from '../events/event.ts';
import { buildVisit, type VisitFacts } from './build-visit.ts';
import { loadPlaces } from './place.ts';
import { decodeHits, type StoredEvents } from './stored-events.ts';
import type { Visit } from './visit.ts';
import type { VisitorIdentity } from './visitor-identity.ts';

export type VisitKey = { id: string; started_at: Date };

type Row = VisitKey & {
  company_id: string;
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
  ga_client_ids: string[];
  partner_cookies: PartnerCookies | null;
  events: StoredEvents;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
};

/** Everything about the given visits, in the given order. */
export async function loadVisits(
  db: Database,
  accountId: string,
  keys: readonly VisitKey[],
  ownHostnames: readonly string[],
): Promise<Visit[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Row>`
    select v.id, v.started_at, v.company_id, v.visitor_id, v.place_id, v.page_depth, v.visit_length, v.source, v.medium, v.campaign, v.keyword,
      v.referring_url, v.device_type, v.ga_client_ids, v.partner_cookies, v.events::json, w.email, w.first_name, w.last_name
    from unnest(${keys.map(({ started_at }) => started_at)}::timestamptz[], ${keys.map(({ id }) => id)}::uuid[]) as wanted (started_at, id)
    join visits v on v.account_id = ${accountId} and v.started_at = wanted.started_at and v.id = wanted.id
    left join visitors w on w.account_id = ${accountId} and w.id = v.visitor_id`.execute(db);
  const [pages, places] = await Promise.all([
    loadPages(db, accountId, rows),
    loadPlaces(
      db,
      accountId,
      rows.map(({ place_id }) => place_id),
    ),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return keys.flatMap(({ id }) => {
    const row = byId.get(id);
    if (!row) return [];
    const facts = buildVisit(
      decodeHits(row.visitor_id, row.events, (pageId) => getKnown(pages, pageId)),
      ownHostnames,
    );
    return [{ ...visitOf(row, facts), place: places.get(row.place_id) ?? null }];
  });
}

function visitOf(row: Row, facts: VisitFacts): Omit<Visit, 'place'> {
  return {
    id: row.id,
    companyId: row.company_id,
    visitorId: row.visitor_id,
    startedAt: row.started_at,
    pageDepth: row.page_depth,
    lengthSeconds: row.visit_length,
    landingPagePath: facts.landingPage?.path ?? null,
    route: facts.route,
    source: row.source,
    medium: row.medium,
    campaign: row.campaign,
    keyword: row.keyword,
    referringUrl: row.referring_url,
    deviceType: row.device_type,
    gaClientIds: row.ga_client_ids,
    partnerCookies: row.partner_cookies,
    // What was told during this visit counts first; else what is known of the visitor from any other.
    visitor: visitorOf(row, facts),
  };
}

/** Names that were given with the same address in another visit are this visitor's names too. */
function visitorOf({ email, first_name, last_name }: Row, facts: VisitorIdentity): Visit['visitor'] {
  const { visitorEmail, visitorFirstName, visitorLastName } = facts;
  if (visitorEmail === null) return { email, firstName: first_name, lastName: last_name };
  const isSame = visitorEmail.toLowerCase() === email?.toLowerCase();
  return {
    email: visitorEmail,
    firstName: visitorFirstName ?? (isSame ? first_name : null),
    lastName: visitorLastName ?? (isSame ? last_name : null),
  };
}

async function loadPages(db: Database, accountId: string, rows: Row[]): Promise<Map<string, { url: string; title: string | null }>> {
  const ids = [...new Set(rows.flatMap(({ events }) => events.hits.flatMap(({ p }) => p ?? [])))];
  if (ids.length === 0) return new Map();
  const { rows: pages } = await sql<{ id: string; url: string; title: string | null }>`
    select id, url, title from pages where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(db);
  return new Map(pages.map(({ id, url, title }) => [id, { url, title }]));
}
