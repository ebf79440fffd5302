import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { jsonLines, plainArray, textArray, timeArray } from '../../lib/array-literal.ts';
import type { ReachedGoal } from '../goals/match-goals.ts';
import type { PartnerCookies } from '../ingestion/event.ts';
import type { StoredOrigin } from './origin.ts';

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
  furtherAddressKeys: string[] | null;
  /** As text: a JSON document. */
  events: string;
  goals: ReachedGoal[];
};

export async function deleteVisits(trx: Transaction<DB>, accountId: string, visits: { id: string; startedAtMs: number }[]): Promise<void> {
  if (visits.length === 0) return;
  await sql`
    delete from visits where account_id = ${accountId} and (started_at, id) in (
      select * from unnest(${timeArray(visits.map(({ startedAtMs }) => startedAtMs))}::timestamptz[], ${plainArray(visits.map(({ id }) => id))}::uuid[]))`.execute(
    trx,
  );
}

/** Adds visits that are not there yet. */
export function addVisits(trx: Transaction<DB>, accountId: string, visits: VisitRow[]): Promise<void> {
  return write(trx, accountId, visits, sql`/* prepared add_visits */`, sql``);
}

/** Rewrites visits in place: their keys stay, so the indexes need no change. */
export function rewriteVisits(trx: Transaction<DB>, accountId: string, visits: VisitRow[]): Promise<void> {
  return write(trx, accountId, visits, sql`/* prepared rewrite_visits */`, rewriting);
}

type Sql = RawBuilder<unknown>;

async function write(trx: Transaction<DB>, accountId: string, visits: VisitRow[], name: Sql, onConflict: Sql): Promise<void> {
  if (visits.length === 0) return;
  const plain = (value: (visit: VisitRow) => string | number | null) => plainArray(visits.map(value));
  const texts = (value: (visit: VisitRow) => string | null) => textArray(visits.map(value));
  await sql`${name}
    insert into visits (account_id, started_at, id, visitor_id, company_id, verdict_id, place_id, ended_at, page_depth, visit_length, landing_page_id,
      page_ids, source, medium, campaign, keyword, referring_url, device_type, browser, os, ga_client_ids, partner_cookies, ip, address_key,
      further_address_keys, events, goals)
    select ${accountId}::bigint, to_timestamp(started_at / 1000), id, visitor_id, company_id, verdict_id, place_id, to_timestamp(ended_at / 1000), page_depth, visit_length, landing_page_id,
      page_ids::bigint[], source, medium, campaign, keyword, referring_url, device_type, browser, os, ga_client_ids::text[], partner_cookies, ip,
      address_key, further_address_keys::bigint[], events, goals
    from unnest(${plain(({ startedAtMs }) => startedAtMs)}::float8[], ${plain(({ id }) => id)}::uuid[], ${texts(({ visitorId }) => visitorId)}::text[],
      ${plain(({ companyId }) => companyId)}::bigint[], ${plain(({ verdictId }) => verdictId)}::bigint[], ${plain(({ placeId }) => placeId)}::bigint[],
      ${plain(({ endedAtMs }) => endedAtMs)}::float8[], ${plain(({ pageDepth }) => pageDepth)}::int[],
      ${plain(({ visitLength }) => visitLength)}::int[], ${plain(({ landingPageId }) => landingPageId)}::bigint[],
      ${texts(({ pageIds }) => plainArray(pageIds))}::text[], ${texts(({ source }) => source)}::text[], ${texts(({ medium }) => medium)}::text[],
      ${texts(({ campaign }) => campaign)}::text[], ${texts(({ keyword }) => keyword)}::text[], ${texts(({ referringUrl }) => referringUrl)}::text[],
      ${texts(({ deviceType }) => deviceType)}::text[], ${texts(({ browser }) => browser)}::text[], ${texts(({ os }) => os)}::text[],
      ${texts(({ gaClientIds }) => textArray(gaClientIds))}::text[],
      ${texts(({ partnerCookies }) => partnerCookies && JSON.stringify(partnerCookies))}::jsonb[], ${plain(({ ip }) => ip)}::inet[],
      ${plain(({ addressKey }) => addressKey)}::bigint[], ${texts(({ furtherAddressKeys }) => furtherAddressKeys && plainArray(furtherAddressKeys))}::text[],
      string_to_array(${visits.map(({ events }) => events).join('\x1e')}, E'\\x1e'),
      string_to_array(${jsonLines(visits.map(({ goals }) => goals))}, E'\\x1e')::jsonb[])
      as batch (started_at, id, visitor_id, company_id, verdict_id, place_id, ended_at, page_depth, visit_length, landing_page_id, page_ids, source,
        medium, campaign, keyword, referring_url, device_type, browser, os, ga_client_ids, partner_cookies, ip, address_key, further_address_keys, events, goals)
    ${onConflict}`.execute(trx);
}

const rewriting = sql`
  on conflict (account_id, started_at, id) do update set
    visitor_id = excluded.visitor_id, company_id = excluded.company_id, verdict_id = excluded.verdict_id, place_id = excluded.place_id,
    ended_at = excluded.ended_at, page_depth = excluded.page_depth, visit_length = excluded.visit_length, landing_page_id = excluded.landing_page_id,
    page_ids = excluded.page_ids, source = excluded.source, medium = excluded.medium, campaign = excluded.campaign, keyword = excluded.keyword,
    referring_url = excluded.referring_url, device_type = excluded.device_type, browser = excluded.browser, os = excluded.os,
    ga_client_ids = excluded.ga_client_ids, partner_cookies = excluded.partner_cookies, ip = excluded.ip, address_key = excluded.address_key,
    further_address_keys = excluded.further_address_keys, events = excluded.events, goals = excluded.goals`;
