import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { ReachedGoal } from '../goals/match-goals.ts';
import type { PartnerCookies } from '../ingestion/event.ts';
import type { StoredOrigin } from './origin.ts';
import type { StoredEvents } from './stored-events.ts';

export type VisitRow = StoredOrigin & {
  id: string;
  visitorId: string;
  startedAtMs: number;
  endedAtMs: number;
  pageDepth: number;
  visitLength: number;
  landingPageId: string | null;
  pageIds: string[];
  source: string | null;
  medium: string | null;
  campaign: string | null;
  keyword: string | null;
  referringUrl: string | null;
  gaClientIds: string[];
  partnerCookies: PartnerCookies | null;
  events: StoredEvents;
  goals: ReachedGoal[];
};

export async function deleteVisits(trx: Transaction<DB>, accountId: string, visits: { id: string; startedAtMs: number }[]): Promise<void> {
  if (visits.length === 0) return;
  await sql`
    delete from visits where account_id = ${accountId} and (started_at, id) in (
      select * from unnest(${visits.map(({ startedAtMs }) => new Date(startedAtMs))}::timestamptz[], ${visits.map(({ id }) => id)}::uuid[]))`.execute(
    trx,
  );
}

/** Adds visits, and rewrites those that are there in place: their keys stay, so the indexes need no change. */
export async function writeVisits(trx: Transaction<DB>, accountId: string, visits: VisitRow[]): Promise<void> {
  if (visits.length === 0) return;
  const rows = visits.map((visit) => ({
    started_at: new Date(visit.startedAtMs),
    id: visit.id,
    visitor_id: visit.visitorId,
    company_id: visit.companyId,
    verdict_id: visit.verdictId,
    place_id: visit.placeId,
    ended_at: new Date(visit.endedAtMs),
    page_depth: visit.pageDepth,
    visit_length: visit.visitLength,
    landing_page_id: visit.landingPageId,
    page_ids: visit.pageIds,
    source: visit.source,
    medium: visit.medium,
    campaign: visit.campaign,
    keyword: visit.keyword,
    referring_url: visit.referringUrl,
    device_type: visit.deviceType,
    browser: visit.browser,
    os: visit.os,
    ga_client_ids: visit.gaClientIds,
    partner_cookies: visit.partnerCookies,
    ip: visit.ip,
    address_key: visit.addressKey,
    events: visit.events,
    goals: visit.goals,
  }));
  await sql`
    insert into visits (account_id, started_at, id, visitor_id, company_id, verdict_id, place_id, ended_at, page_depth, visit_length, landing_page_id,
      page_ids, source, medium, campaign, keyword, referring_url, device_type, browser, os, ga_client_ids, partner_cookies, ip, address_key, events, goals)
    select ${accountId}::bigint, * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as batch (
      started_at timestamptz, id uuid, visitor_id text, company_id bigint, verdict_id bigint, place_id bigint, ended_at timestamptz, page_depth int,
      visit_length int, landing_page_id bigint, page_ids bigint[], source text, medium text, campaign text, keyword text, referring_url text,
      device_type text, browser text, os text, ga_client_ids text[], partner_cookies jsonb, ip inet, address_key bigint, events jsonb, goals jsonb)
    on conflict (account_id, started_at, id) do update set
      visitor_id = excluded.visitor_id, company_id = excluded.company_id, verdict_id = excluded.verdict_id, place_id = excluded.place_id,
      ended_at = excluded.ended_at, page_depth = excluded.page_depth, visit_length = excluded.visit_length, landing_page_id = excluded.landing_page_id,
      page_ids = excluded.page_ids, source = excluded.source, medium = excluded.medium, campaign = excluded.campaign, keyword = excluded.keyword,
      referring_url = excluded.referring_url, device_type = excluded.device_type, browser = excluded.browser, os = excluded.os,
      ga_client_ids = excluded.ga_client_ids, partner_cookies = excluded.partner_cookies, ip = excluded.ip, address_key = excluded.address_key,
      events = excluded.events, goals = excluded.goals`.execute(trx);
}
