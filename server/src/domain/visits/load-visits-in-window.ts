import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { plainArray, textArray, timeArray } from '../../lib/array-literal.ts';
import { runCombined } from '../../lib/combined-statements.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { itemAt } from '../../lib/item-at.ts';
import { lastOf } from '../../lib/last-of.ts';
import { prepared } from '../../lib/prepared.ts';
import type { ReachedGoal } from '../goals/match-goals.ts';
import type { StoredClient } from './client-info.ts';
import { type FirstClientRow, firstClient, firstClientColumns } from './first-client.ts';
import { expandWindow, type MergeWindow, maxSpanMs } from './merge-window.ts';
import type { PageCache } from './page-cache.ts';
import { maxVisitMs } from './session-timeout.ts';
import { decodeEvents, type PlacedHit, type StoredEvents } from './stored-events.ts';

export type StoredVisit = {
  id: string;
  visitorId: string;
  startedAtMs: number;
  lastHitAtMs: number;
  hitCount: number;
  companyId: string | null;
  placeId: string;
  pageDepth: number;
  landingPageId: string | null;
  /** Distinct, in order of their last view. */
  pageIds: string[];
  verdictId: string | null;
  deviceType: string | null;
  source: string | null;
  medium: string | null;
  campaign: string | null;
  goals: ReachedGoal[];
  /** For the rollups. */
  goalIds: string[];
  /** The client at the start of the visit. */
  client: StoredClient;
  /** JSON, as stored. */
  events: string;
};

type OpenedVisit = { visit: StoredVisit; hits: PlacedHit[] };

/** All visits of a visitor that started at this time or later. */
export type VisitsSince = { sinceMs: number; visits: StoredVisit[] };

export type LoadedVisits = VisitsSince & {
  /** The visits that can change. */
  affected: OpenedVisit[];
};

/** Visits are loaded from this long before the window, to include all that may overlap it or have hits that count toward `hitLimit`. */
const knownSpanMs = maxSpanMs + maxVisitMs;

/** A visitor, the window of the new hits, and the visits that are already in memory. */
type WindowRequest = { visitorId: string; window: MergeWindow; cachedVisits?: VisitsSince | undefined };

type Row = FirstClientRow & {
  id: string;
  visitor_id: string;
  started_at: Date;
  page_depth: number;
  landing_page_id: string | null;
  page_ids: string[];
  source: string | null;
  medium: string | null;
  campaign: string | null;
  goals: ReachedGoal[];
  events: string;
};

/**
 * Loads the visits that can change within the window of new hits, for all visitors of a batch at once, in the order of `requests`. Each
 * visitor may occur only once.
 */
export async function loadVisitsInWindow(
  trx: Transaction<DB>,
  accountId: string,
  requests: readonly WindowRequest[],
  pages: PageCache,
): Promise<LoadedVisits[]> {
  const results: LoadedVisits[] = new Array(requests.length);
  const found: { affected: OpenedVisit[]; visits: StoredVisit[] }[] = [];
  let pending: { at: number; visitorId: string; window: MergeWindow }[] = [];
  const resolve = (at: number, window: MergeWindow, known: VisitsSince | undefined) => {
    const expanded = known && expandWindow(window, known.visits);
    if (expanded && expanded.window.fromMs - knownSpanMs >= known.sinceMs) {
      const affected: OpenedVisit[] = [];
      results[at] = { sinceMs: known.sinceMs, visits: known.visits, affected };
      if (expanded.visits.length > 0) found.push({ affected, visits: expanded.visits });
    } else pending.push({ at, visitorId: itemAt(requests, at).visitorId, window: expanded?.window ?? window });
  };
  for (let index = 0; index < requests.length; index++)
    resolve(index, itemAt(requests, index).window, itemAt(requests, index).cachedVisits);
  while (pending.length > 0) {
    const loaded = await loadSince(trx, accountId, pending);
    const before = pending;
    pending = [];
    for (const [number, { at, window }] of before.entries()) resolve(at, window, loaded[number]);
  }
  const opened = await openVisits(
    trx,
    accountId,
    pages,
    found.flatMap(({ visits }) => visits),
  );
  let at = 0;
  for (const { affected, visits } of found) for (const _ of visits) affected.push(itemAt(opened, at++));
  return results;
}

/** Decodes the events of visits. */
async function openVisits(
  trx: Transaction<DB>,
  accountId: string,
  known: PageCache,
  visits: readonly StoredVisit[],
): Promise<OpenedVisit[]> {
  const pageIds = new Set<string>();
  const parsed = visits.map((visit) => {
    const events: StoredEvents = JSON.parse(visit.events);
    for (const { p } of events.hits) if (p !== undefined) pageIds.add(p);
    return { visit, events };
  });
  const pages = await known.find(trx, accountId, pageIds);
  const pageOf = (pageId: string) => getOrThrow(pages, pageId);
  return parsed.map(({ visit, events }) => ({ visit, hits: decodeEvents(visit.visitorId, events, pageOf, visit.client) }));
}

type VisitsRequest = { accountId: string; visitorIds: string[]; since: number[] };

async function loadRowsSince(db: Database, requests: readonly VisitsRequest[]): Promise<Row[][]> {
  const visitorIds = requests.flatMap((request) => request.visitorIds);
  const since = requests.flatMap((request) => request.since);
  const [only] = requests;
  const isOne = only !== undefined && requests.length === 1;
  const accountIds = requests.flatMap((request) => request.visitorIds.map(() => request.accountId));
  // Forces one index lookup per visitor, regardless of the planner's estimates. With `offset 0`, the planner does not merge the subquery.
  // Since the time comes from an array, the planner cannot assume that so few visits are newer that reading all of them is as cheap.
  const { rows } = await prepared(
    isOne ? 'load_visits_since' : 'load_visits_of_accounts_since',
    sql<Row & { account_id: string }>`
    select v.* from unnest(${isOne ? sql`` : sql`${plainArray(accountIds)}::bigint[], `}${textArray(visitorIds)}::text[], ${timeArray(since)}::timestamptz[])
      as requests (${isOne ? sql`` : sql`account_id, `}visitor_id, from_at)
      cross join lateral (
        select v.account_id, v.id, v.visitor_id, v.started_at, v.page_depth, v.landing_page_id, v.page_ids, v.source, v.medium, v.campaign, v.goals, v.events, ${firstClientColumns} from visits v
        where v.account_id = ${isOne ? only.accountId : sql`requests.account_id`} and v.visitor_id = requests.visitor_id and v.started_at >= requests.from_at offset 0
      ) as v order by v.started_at, v.id`,
  ).execute(db);
  if (isOne) return [rows];
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  return requests.map(({ accountId }) => byAccount.get(accountId) ?? []);
}

/** Loads a day more than requested, so that a later leave, whose window starts a day earlier than that of a page view, needs no query. */
async function loadSince(trx: Transaction<DB>, accountId: string, pending: readonly WindowRequest[]): Promise<VisitsSince[]> {
  const since = pending.map(({ window }) => window.fromMs - knownSpanMs - maxVisitMs);
  const rows = await runCombined(trx, loadRowsSince, { accountId, visitorIds: pending.map(({ visitorId }) => visitorId), since });
  const visits = Map.groupBy(
    rows.map((row): StoredVisit => {
      const { hits }: StoredEvents = JSON.parse(row.events);
      return {
        id: row.id,
        visitorId: row.visitor_id,
        startedAtMs: row.started_at.getTime(),
        lastHitAtMs: lastOf(hits).t,
        hitCount: hits.length,
        companyId: row.company_id,
        placeId: row.place_id,
        pageDepth: row.page_depth,
        landingPageId: row.landing_page_id,
        pageIds: row.page_ids,
        verdictId: row.verdict_id,
        deviceType: row.device_type,
        source: row.source,
        medium: row.medium,
        campaign: row.campaign,
        goals: row.goals,
        goalIds: row.goals.map(({ goalId }) => goalId),
        client: firstClient(row),
        events: row.events,
      };
    }),
    ({ visitorId }) => visitorId,
  );
  return pending.map(({ visitorId }, index) => ({ sinceMs: itemAt(since, index), visits: visits.get(visitorId) ?? [] }));
}
