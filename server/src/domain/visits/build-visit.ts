import { itemAt } from '../../lib/item-at.ts';
import { lastOf } from '../../lib/last-of.ts';
import type { EventKind, Hit, PartnerCookies } from '../events/event.ts';
import { pageUrl } from '../events/page-url.ts';
import { type AttachedLeaves, attachLeaves, inUseAfter } from './attach-leaves.ts';
import { orderHits } from './order-hits.ts';
import { maxVisitMs } from './session-timeout.ts';
import { type TrafficSource, trafficSource } from './traffic-source.ts';
import { type VisitorIdentity, visitorIdentity } from './visitor-identity.ts';

type Page = { hostname: string | null; path: string | null; url: string | null; title: string | null };

export type RoutePage = Page & {
  eventId: string;
  occurredAtMs: number;
  /** Null for the landing page. */
  previousPagePath: string | null;
  timeOnPageSeconds: number;
};

export type Engagement = Page & {
  eventId: string;
  kind: EventKind;
  occurredAtMs: number;
  name: string | null;
  targetUrl: string | null;
  /** For page views as in the route, else null. */
  previousPagePath: string | null;
  /** For page views as in the route, for leaves as reported, else null. */
  timeOnPageSeconds: number | null;
};

type VisitFacts = VisitorIdentity &
  TrafficSource & {
    startedAtMs: number;
    /** Last time of activity, at most 24 hours after the start. */
    endedAtMs: number;
    /** Later than `endedAtMs` if a page that was left open reported a leave long after. Determines which visits to load (see `mergeWindowOf`). */
    lastHitAtMs: number;
    /** Sum of the times on the pages of the route. */
    visitLengthSeconds: number;
    pageDepth: number;
    landingPage: Page | null;
    route: RoutePage[];
    gaClientIds: string[];
    partnerCookies: PartnerCookies | null;
    ip: string | null;
    userAgent: string | null;
  };

/** Computes the facts of a visit from its hits, in any order. Requires at least one hit. */
export function buildVisit(hits: readonly Hit[], ownHostnames: readonly string[]): VisitFacts {
  const ordered = orderHits(hits);
  const first = ordered[0];
  if (first === undefined) throw new RangeError('A visit needs at least one hit.');
  const last = lastOf(ordered);
  const leaves = attachLeaves(ordered);
  const startedAtMs = first.event.occurredAtMs;
  const route = routeOf(ordered, lastPageSeconds(ordered, leaves, startedAtMs));
  // If the first page view was lost, fall back to the page of the first event.
  const landing = ordered.find((hit) => hit.event.kind === 'page_view') ?? ordered.find((hit) => hit.event.url !== null);

  return {
    ...trafficSource({ url: landing?.event.url ?? null, referrer: landing?.event.referrer ?? null, ownHostnames }),
    ...visitorIdentity(ordered),
    startedAtMs,
    endedAtMs: endOf(ordered, leaves, startedAtMs),
    lastHitAtMs: last.event.occurredAtMs,
    visitLengthSeconds: route.reduce((sum, page) => sum + page.timeOnPageSeconds, 0),
    pageDepth: route.length,
    landingPage: landing === undefined ? null : pageOf(landing),
    route,
    gaClientIds: clientIdsOf(ordered),
    partnerCookies: ordered.findLast((hit) => hit.partnerCookies !== null)?.partnerCookies ?? null,
    ip: ordered.find((hit) => hit.ip !== null)?.ip ?? null,
    userAgent: ordered.find((hit) => hit.userAgent !== null)?.userAgent ?? null,
  };
}

function clientIdsOf(ordered: readonly Hit[]): string[] {
  const ids = new Set<string>();
  for (const { gaClientIds } of ordered) for (const id of gaClientIds) ids.add(id);
  return [...ids];
}

function endOf(ordered: readonly Hit[], leaves: AttachedLeaves, startedAtMs: number): number {
  let inUseUntilMs = startedAtMs;
  for (let index = 0; index < ordered.length; index++) inUseUntilMs = inUseAfter(inUseUntilMs, index, itemAt(ordered, index), leaves);
  return Math.min(inUseUntilMs, startedAtMs + maxVisitMs);
}

/** Time reported by the leaves of the last page, limited by the maximum length of a visit; 0 if there is none. */
function lastPageSeconds(ordered: readonly Hit[], leaves: AttachedLeaves, startedAtMs: number): number {
  const index = ordered.findLastIndex((hit) => hit.event.kind === 'page_view');
  const page = ordered[index];
  if (page === undefined) return 0;
  const secondsLeft = Math.floor((startedAtMs + maxVisitMs - page.event.occurredAtMs) / 1000);
  return Math.min(Math.round(leaves.secondsOnPage[index] ?? 0), secondsLeft);
}

function pageOf({ event }: Hit): Page {
  const parsed = pageUrl(event.url);
  return { hostname: parsed?.hostname ?? null, path: parsed?.path ?? null, url: event.url, title: event.title };
}

function routeOf(ordered: readonly Hit[], lastPageSeconds: number): RoutePage[] {
  const pageViews = ordered.filter((hit) => hit.event.kind === 'page_view');
  const startMs = pageViews[0]?.event.occurredAtMs ?? 0;
  // Round relative to the start of the route, so fractions of seconds do not add up over many pages.
  const secondAt = (hit: Hit) => Math.floor((hit.event.occurredAtMs - startMs) / 1000);
  let previousPagePath: string | null = null;
  return pageViews.map((hit, index) => {
    const { hostname, path, url, title } = pageOf(hit);
    const next = pageViews[index + 1];
    const timeOnPageSeconds = next === undefined ? lastPageSeconds : secondAt(next) - secondAt(hit);
    const page = {
      hostname,
      path,
      url,
      title,
      eventId: hit.event.id,
      occurredAtMs: hit.event.occurredAtMs,
      previousPagePath,
      timeOnPageSeconds,
    };
    previousPagePath = path;
    return page;
  });
}

/** Returns everything the visitor did in a visit, with page views as in its route. */
export function engagementsOf(hits: readonly Hit[], route: readonly RoutePage[]): Engagement[] {
  let routeIndex = 0;
  return orderHits(hits).map((hit) => {
    const { event } = hit;
    const common = { eventId: event.id, kind: event.kind, occurredAtMs: event.occurredAtMs, name: event.name, targetUrl: event.targetUrl };
    if (event.kind === 'page_view') return { ...common, ...itemAt(route, routeIndex++) };
    return { ...pageOf(hit), ...common, previousPagePath: null, timeOnPageSeconds: event.kind === 'leave' ? event.durationSeconds : null };
  });
}
