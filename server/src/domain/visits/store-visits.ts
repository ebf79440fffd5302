import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Hit } from '../events/event.ts';
import { matchGoals } from '../goals/match-goals.ts';
import type { SeenOffice } from '../identification/office.ts';
import type { AccountRules } from './account-rules.ts';
import { addCompanyDays } from './add-company-days.ts';
import { buildVisit, type RoutePage } from './build-visit.ts';
import { cutVisits } from './cut-visits.ts';
import { Dictionaries } from './dictionaries.ts';
import { furtherAddressKeys } from './further-address-keys.ts';
import { hitsBeyondLimit, mayExceedLimit, reachOfDays } from './hit-limit.ts';
import type { KnownRows } from './known-rows.ts';
import { loadReach, type ReachedVisits, type StoredVisit, type VisitsSince } from './load-reach.ts';
import type { Origin, StoredOrigin } from './origin.ts';
import { reachOf } from './reach.ts';
import { encodeEvents, type PlacedHit } from './stored-events.ts';
import { type ActiveVisitor, type Seen, touchVisitors } from './touch-visitors.ts';
import { keptAddress } from './truncate-address.ts';
import { addVisits, deleteVisits, growVisits, rewriteVisits, type VisitRow } from './write-visits.ts';

/** A hit that is kept, with the number of its sender. */
export type NewHit = { hit: Hit & { sender: number }; origin: Origin };

/** A visitor with whom hits came, and what is known of their visits without asking. */
export type NewsOfVisitor = { id: string; isNew: boolean; remembered: RememberedVisits | undefined };

/** Strangers are remembered with when they were seen. */
export type RememberedVisits = VisitsSince & { strangerSeen: Seen | undefined };

export type NewHits = {
  rules: AccountRules;
  /** From the key of a company reference to the id of its record. */
  companyIds: Map<string, string>;
  hits: NewHit[];
  /** Which of the visitors each sender is. */
  visitorsOfSenders: readonly number[];
  visitors: readonly NewsOfVisitor[];
  /** Where visitors are seen at work in these hits. */
  offices: ReadonlyMap<string, SeenOffice>;
};

/** `beyond` are the hits, new ones and stored ones, that are not stored because the visitor has more of their day. */
export type VisitorNow = VisitsSince & { id: string; seen: Seen; beyond: ReadonlySet<PlacedHit> };

export type StoredVisits = {
  /** The visits of all visitors of whom hits were stored, as they are now, and when they are known to have been seen. */
  visitors: VisitorNow[];
  /** To be called when the transaction is committed, and not before. */
  committed(): void;
};

/** Merges new hits into the visits of their visitors: what lies within reach is cut anew, the rest stays as it is. */
export async function storeVisits(trx: Transaction<DB>, news: NewHits, known: KnownRows | null = null): Promise<StoredVisits> {
  const { rules, companyIds, hits, visitorsOfSenders, visitors, offices } = news;
  const dictionaries = new Dictionaries(rules.accountId, known);
  const origins: (StoredOrigin | undefined)[] = new Array(visitorsOfSenders.length);
  const hitsOf: (PlacedHit[] | undefined)[] = new Array(visitors.length);
  for (const { hit, origin } of hits) {
    const { event, visitorId, ip, userAgent, gaClientIds, partnerCookies, sender } = hit;
    let stored = origins[sender];
    if (stored === undefined) {
      stored = storeOrigin(origin, ip, rules, companyIds, dictionaries);
      origins[sender] = stored;
    }
    const placed = { event, visitorId, ip, userAgent, gaClientIds, partnerCookies, origin: stored };
    const visitor = visitorsOfSenders[sender]!;
    const others = hitsOf[visitor];
    if (others === undefined) hitsOf[visitor] = [placed];
    else others.push(placed);
  }
  const active: VisitorToMerge[] = [];
  for (const [at, { id, isNew, remembered }] of visitors.entries()) {
    const placed = hitsOf[at];
    if (placed === undefined) continue;
    active.push({ id, hits: placed, office: offices.get(id) ?? null, isNew, remembered, strangerSeen: remembered?.strangerSeen });
  }
  return { visitors: await mergeHits(trx, rules, dictionaries, active), committed: () => dictionaries.remember() };
}

export type VisitorToMerge = ActiveVisitor & { hits: PlacedHit[]; remembered: VisitsSince | undefined };

/** The same for hits whose origins are stored already. The visits that they are taken from must be deleted before, and be named. */
export async function mergeHits(
  trx: Transaction<DB>,
  rules: AccountRules,
  dictionaries: Dictionaries,
  active: readonly VisitorToMerge[],
  takenFrom: StoredVisit[] = [],
): Promise<VisitorNow[]> {
  const { accountId } = rules;
  const reached = await reach(trx, accountId, active);
  const removed: StoredVisit[] = [...takenFrom];
  const vanished: StoredVisit[] = [];
  const added: VisitRow[] = [];
  const grown: VisitRow[] = [];
  const rewritten: VisitRow[] = [];
  const seen = await touchVisitors(trx, accountId, active);
  const visitors: VisitorNow[] = [];
  for (const [at, { id, hits: newHits }] of active.entries()) {
    const { sinceMs, visits, within, isFull } = reached[at]!;
    const now = visits.filter((stored) => !within.some(({ visit }) => visit.id === stored.id));
    const kept: StoredVisit[] = [];
    const all = within.length === 0 ? newHits : within.flatMap(({ hits }) => hits).concat(newHits);
    const beyond = isFull ? hitsBeyondLimit(all, newHits) : none;
    const stored = beyond.size === 0 ? all : all.filter((hit) => !beyond.has(hit));
    for (const visitHits of cutVisits(stored) as PlacedHit[][]) {
      const same = within.find(({ hits }) => isSame(hits, visitHits))?.visit;
      if (same) {
        kept.push(same);
        now.push(same);
        continue;
      }
      const row = visitRow(id, visitHits, rules, dictionaries);
      if (!within.some(({ visit }) => hasKeyOf(visit, row))) added.push(row);
      else if (visitHits[0]!.event.kind === 'page_view') grown.push(row);
      else rewritten.push(row);
      now.push(storedVisit(row, visitHits));
    }
    for (const { visit } of within) {
      if (kept.includes(visit)) continue;
      removed.push(visit);
      if (!now.some((row) => hasKeyOf(row, visit))) vanished.push(visit);
    }
    visitors.push({ id, sinceMs, visits: now, seen: seen[at]!, beyond });
  }

  await dictionaries.write(trx);
  await deleteVisits(trx, accountId, vanished);
  await growVisits(trx, accountId, grown);
  await rewriteVisits(trx, accountId, rewritten);
  await addVisits(trx, accountId, added);
  await addCompanyDays(trx, accountId, rules.timezone, { removed, written: grown.concat(rewritten, added) });
  return visitors;
}

const none: ReadonlySet<PlacedHit> = new Set();

/** The visits that can change. Of visitors who may have more hits on a day than are stored, all of those days. */
async function reach(
  trx: Transaction<DB>,
  accountId: string,
  active: readonly VisitorToMerge[],
): Promise<(ReachedVisits & { isFull?: boolean })[]> {
  const asked = active.map(({ id, hits, remembered }) => ({ visitorId: id, reach: reachOf(hits), remembered }));
  const reached = await loadReach(trx, accountId, asked);
  const full = reached.flatMap(({ visits }, at) => (mayExceedLimit(visits, active[at]!.hits.length) ? at : []));
  if (full.length === 0) return reached;
  const wider = await loadReach(
    trx,
    accountId,
    full.map((at) => ({ ...asked[at]!, reach: reachOfDays(active[at]!.hits, asked[at]!.reach) })),
  );
  return reached.map((found, at) => {
    const place = full.indexOf(at);
    return place === -1 ? found : { ...wider[place]!, isFull: true };
  });
}

type Key = Pick<StoredVisit, 'id' | 'startedAtMs'>;

function hasKeyOf(one: Key, other: Key): boolean {
  return one.id === other.id && one.startedAtMs === other.startedAtMs;
}

function storedVisit(row: VisitRow, hits: readonly PlacedHit[]): StoredVisit {
  const { id, visitorId, startedAtMs, companyId, placeId, pageDepth, pageIds, events } = row;
  const lastHitAtMs = hits.at(-1)!.event.occurredAtMs;
  const hitCount = hits.length;
  return { id, visitorId, startedAtMs, lastHitAtMs, hitCount, companyId, placeId, pageDepth, pageIds, origin: hits[0]!.origin, events };
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
  const ids = new Set<string>();
  for (const { url, title } of route) {
    const id = pageId(url, title);
    if (id !== null) ids.add(id);
  }
  return [...ids];
}

/** A visit is the same when it has the same hits: all else follows from them. */
function isSame(hits: readonly PlacedHit[], cut: readonly PlacedHit[]): boolean {
  return hits.length === cut.length && hits.every(({ event }, at) => event.id === cut[at]!.event.id);
}
