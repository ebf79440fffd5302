import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { matchGoals } from '../goals/match-goals.ts';
import type { SeenOffice } from '../identification/office.ts';
import type { AccountRules } from '../ingestion/account-rules.ts';
import type { Hit } from '../ingestion/event.ts';
import { addCompanyDays } from './add-company-days.ts';
import { buildVisit, type RoutePage } from './build-visit.ts';
import { cutVisits } from './cut-visits.ts';
import { Dictionaries } from './dictionaries.ts';
import { furtherAddressKeys } from './further-address-keys.ts';
import type { KnownRows } from './known-rows.ts';
import { loadReach, type Remembered, type StoredVisit, type VisitsSince } from './load-reach.ts';
import type { Origin, StoredOrigin } from './origin.ts';
import { type Reach, reachOf } from './reach.ts';
import { encodeEvents, type PlacedHit } from './stored-events.ts';
import { type Seen, touchVisitors } from './touch-visitors.ts';
import { keptAddress } from './truncate-address.ts';
import { addVisits, deleteVisits, rewriteVisits, type VisitRow } from './write-visits.ts';

export type NewHits = {
  rules: AccountRules;
  /** From the key of a company reference to the id of its record. */
  companyIds: Map<string, string>;
  hits: { hit: Hit; origin: Origin }[];
  /** Where visitors are seen at work in these hits. */
  offices: ReadonlyMap<string, SeenOffice>;
  /** What is known of their visits without asking. */
  remembered: Remembered;
};

export type StoredVisits = {
  /** The visits of all these visitors, as they are now, and when they are known to have been seen. */
  visitors: Map<string, VisitsSince & { seen: Seen }>;
  /** To be called when the transaction is committed, and not before. */
  committed(): void;
};

/** Merges new hits into the visits of their visitors: what lies within reach is cut anew, the rest stays as it is. */
export async function storeVisits(
  trx: Transaction<DB>,
  { rules, companyIds, hits, offices, remembered }: NewHits,
  known: KnownRows | null = null,
): Promise<StoredVisits> {
  const { accountId } = rules;
  const dictionaries = new Dictionaries(accountId, known);
  const placed = new Map<string, PlacedHit[]>();
  // Nearly always all hits of a visitor share one origin.
  const lastOf = new Map<string, { origin: Origin; stored: StoredOrigin }>();
  for (const { hit, origin } of hits) {
    const { event, visitorId, ip, userAgent, gaClientIds, partnerCookies } = hit;
    let last = lastOf.get(visitorId);
    if (last?.origin !== origin) {
      last = { origin, stored: storeOrigin(origin, ip, rules, companyIds, dictionaries) };
      lastOf.set(visitorId, last);
    }
    const own = { event, visitorId, ip, userAgent, gaClientIds, partnerCookies, origin: last.stored };
    const ofVisitor = placed.get(visitorId);
    if (ofVisitor) ofVisitor.push(own);
    else placed.set(visitorId, [own]);
  }
  const visitors = await mergeHits(trx, rules, dictionaries, { placed, offices, remembered });
  return { visitors, committed: () => dictionaries.remember() };
}

export type HitsToMerge = {
  /** By visitor. */
  placed: ReadonlyMap<string, PlacedHit[]>;
  offices?: ReadonlyMap<string, SeenOffice>;
  takenFrom?: StoredVisit[];
  remembered?: Remembered;
};

/** The same for hits whose origins are stored already. The visits that they are taken from must be deleted before, and be named. */
export async function mergeHits(
  trx: Transaction<DB>,
  rules: AccountRules,
  dictionaries: Dictionaries,
  { placed, offices, takenFrom = [], remembered }: HitsToMerge,
): Promise<StoredVisits['visitors']> {
  const { accountId } = rules;
  const reaches = new Map<string, Reach>();
  for (const [visitorId, hits] of placed) reaches.set(visitorId, reachOf(hits));
  const oldByVisitor = await loadReach(trx, accountId, reaches, remembered);
  const removed: StoredVisit[] = [...takenFrom];
  const vanished: StoredVisit[] = [];
  const added: VisitRow[] = [];
  const rewritten: VisitRow[] = [];
  const visitors: StoredVisits['visitors'] = new Map();
  const seen = await touchVisitors(trx, accountId, placed, offices, (id) => remembered?.(id)?.strangerSeen);
  for (const [visitorId, newHits] of placed) {
    const { sinceMs, visits, within } = oldByVisitor.get(visitorId)!;
    const now = visits.filter(({ id }) => !within.some(({ visit }) => visit.id === id));
    const kept: StoredVisit[] = [];
    const all = within.length === 0 ? newHits : within.flatMap(({ hits }) => hits).concat(newHits);
    for (const visitHits of cutVisits(all) as PlacedHit[][]) {
      const same = within.find(({ hits }) => isSame(hits, visitHits))?.visit;
      if (same) {
        kept.push(same);
        now.push(same);
        continue;
      }
      const row = visitRow(visitorId, visitHits, rules, dictionaries);
      if (within.some(({ visit }) => hasKeyOf(visit, row))) rewritten.push(row);
      else added.push(row);
      now.push(storedVisit(row, visitHits));
    }
    for (const { visit } of within) {
      if (kept.includes(visit)) continue;
      removed.push(visit);
      if (!now.some((row) => hasKeyOf(row, visit))) vanished.push(visit);
    }
    visitors.set(visitorId, { sinceMs, visits: now, seen: seen.get(visitorId)! });
  }

  await dictionaries.write(trx);
  await deleteVisits(trx, accountId, vanished);
  await rewriteVisits(trx, accountId, rewritten);
  await addVisits(trx, accountId, added);
  await addCompanyDays(trx, accountId, rules.timezone, { removed, written: rewritten.concat(added) });
  return visitors;
}

type Key = Pick<StoredVisit, 'id' | 'startedAtMs'>;

function hasKeyOf(one: Key, other: Key): boolean {
  return one.id === other.id && one.startedAtMs === other.startedAtMs;
}

function storedVisit(row: VisitRow, hits: readonly PlacedHit[]): StoredVisit {
  const { id, visitorId, startedAtMs, companyId, placeId, pageDepth, pageIds, events } = row;
  const lastHitAtMs = hits.at(-1)!.event.occurredAtMs;
  return { id, visitorId, startedAtMs, lastHitAtMs, companyId, placeId, pageDepth, pageIds, origin: hits[0]!.origin, events };
}

function storeOrigin(
  origin: Origin,
  ip: string | null,
  rules: AccountRules,
  companyIds: Map<string, string>,
  dictionaries: Dictionaries,
): StoredOrigin {
  const { verdict, location, device } = origin;
  const companyId = verdict?.company ? (companyIds.get(verdict.company.key) ?? null) : null;
  return {
    companyId,
    verdictId: verdict === null ? null : dictionaries.verdictId(verdict, companyId),
    placeId: dictionaries.placeId(location),
    deviceType: device.deviceType,
    browser: device.browser,
    os: device.os,
    ip: keptAddress(ip, rules.processing.ip_storage),
    addressKey: origin.addressKey,
  };
}

function visitRow(visitorId: string, hits: PlacedHit[], { processing, goals }: AccountRules, dictionaries: Dictionaries): VisitRow {
  const facts = buildVisit(hits, processing.hostnames);
  const { event: first, origin } = hits[0]!;
  const events = encodeEvents(hits, (url, title) => dictionaries.pageId(url, title));
  const pageId = (url: string | null, title: string | null) => (url === null ? null : dictionaries.pageId(url, title));
  return {
    id: first.id,
    visitorId,
    startedAtMs: facts.startedAtMs,
    endedAtMs: facts.endedAtMs,
    companyId: origin.companyId,
    verdictId: origin.verdictId,
    placeId: origin.placeId,
    deviceType: origin.deviceType,
    browser: origin.browser,
    os: origin.os,
    ip: origin.ip,
    addressKey: origin.addressKey,
    pageDepth: facts.pageDepth,
    visitLength: facts.visitLengthSeconds,
    landingPageId: facts.landingPage === null ? null : pageId(facts.landingPage.url, facts.landingPage.title),
    pageIds: pageIdsOf(facts.route, pageId),
    source: facts.source,
    medium: facts.medium,
    campaign: facts.campaign,
    keyword: facts.keyword,
    referringUrl: facts.referringUrl,
    gaClientIds: facts.gaClientIds,
    partnerCookies: facts.partnerCookies,
    furtherAddressKeys: furtherAddressKeys(origin.addressKey, events.origins),
    events: JSON.stringify(events),
    goals: matchGoals(goals, hits),
  };
}

function pageIdsOf(route: readonly RoutePage[], pageId: (url: string | null, title: string | null) => string | null): string[] {
  const ids: string[] = [];
  for (const { url, title } of route) {
    const id = pageId(url, title);
    if (id !== null && !ids.includes(id)) ids.push(id);
  }
  return ids;
}

/** A visit is the same when it has the same hits: all else follows from them. */
function isSame(hits: readonly PlacedHit[], cut: readonly PlacedHit[]): boolean {
  return hits.length === cut.length && hits.every(({ event }, at) => event.id === cut[at]!.event.id);
}
