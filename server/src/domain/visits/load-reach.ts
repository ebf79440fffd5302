import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { textArray, timeArray } from '../../lib/array-literal.ts';
import { closeReach, longestSpanMs, type Reach } from './reach.ts';
import { decodeEvents, type PlacedHit, type StoredEvents } from './stored-events.ts';

export type StoredVisit = {
  id: string;
  visitorId: string;
  startedAtMs: number;
  companyId: string | null;
  placeId: string;
  pageDepth: number;
  pageIds: string[];
  hits: PlacedHit[];
};

type Row = {
  id: string;
  visitor_id: string;
  started_at: Date;
  company_id: string | null;
  place_id: string;
  page_depth: number;
  page_ids: string[];
  events: StoredEvents;
};
type Found = Row & { startedAtMs: number; lastHitAtMs: number };

/** Loads the visits that can change within the reach of something new, for all visitors of a batch at once. */
export async function loadReach(
  trx: Transaction<DB>,
  accountId: string,
  reaches: ReadonlyMap<string, Reach>,
): Promise<Map<string, StoredVisit[]>> {
  const found: Found[] = [];
  let wanted = new Map(reaches);
  while (wanted.size > 0) {
    const rows = await loadRows(trx, accountId, wanted);
    const wider = new Map<string, Reach>();
    for (const [visitorId, reach] of wanted) {
      const closed = closeReach(reach, rows.get(visitorId) ?? []);
      if (closed.reach.fromMs < reach.fromMs || closed.reach.toMs > reach.toMs) wider.set(visitorId, closed.reach);
      else found.push(...closed.visits);
    }
    wanted = wider;
  }
  const pages = await loadPages(trx, accountId, found);
  const visits = found.map((row) => ({
    id: row.id,
    visitorId: row.visitor_id,
    startedAtMs: row.startedAtMs,
    companyId: row.company_id,
    placeId: row.place_id,
    pageDepth: row.page_depth,
    pageIds: row.page_ids,
    hits: decodeEvents(row.visitor_id, row.events, (pageId) => pages.get(pageId)!),
  }));
  return Map.groupBy(visits, ({ visitorId }) => visitorId);
}

async function loadRows(trx: Transaction<DB>, accountId: string, wanted: ReadonlyMap<string, Reach>): Promise<Map<string, Found[]>> {
  const from = [...wanted.values()].map(({ fromMs }) => fromMs - longestSpanMs);
  // One look-up a visitor, by the index of visitors, whatever the planner believes: the offset keeps the look-up whole, and with one
  // bound of time only, from a list, it cannot take the last hours for so empty that reading all their visits seems as good.
  const { rows } = await sql<Row>`
    select v.* from unnest(${textArray([...wanted.keys()])}::text[], ${timeArray(from)}::timestamptz[]) as wanted (visitor_id, from_at)
      cross join lateral (
        select id, visitor_id, started_at, company_id, place_id, page_depth, page_ids, events from visits
        where account_id = ${accountId} and visits.visitor_id = wanted.visitor_id and started_at >= wanted.from_at offset 0
      ) as v order by v.started_at, v.id`.execute(trx);
  const found = rows.map((row) => ({ ...row, startedAtMs: row.started_at.getTime(), lastHitAtMs: row.events.hits.at(-1)!.t }));
  return Map.groupBy(found, ({ visitor_id }) => visitor_id);
}

async function loadPages(trx: Transaction<DB>, accountId: string, rows: Row[]) {
  const ids = new Set(rows.flatMap(({ events }) => events.hits.flatMap(({ p }) => p ?? [])));
  if (ids.size === 0) return new Map<string, { url: string; title: string | null }>();
  const { rows: pages } = await sql<{ id: string; url: string; title: string | null }>`
    select id, url, title from pages where account_id = ${accountId} and id = any(${[...ids]}::bigint[])`.execute(trx);
  return new Map(pages.map(({ id, url, title }) => [id, { url, title }]));
}
