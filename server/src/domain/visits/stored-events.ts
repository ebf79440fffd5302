import type { EventKind, Hit, PartnerCookies } from '../events/event.ts';
import { isSameOrigin, type StoredOrigin, unknownOrigin } from './origin.ts';

/** A hit whose origin is known by the ids under which it is kept. */
export type PlacedHit = Hit & { origin: StoredOrigin };

/** The column `events` of a visit. Keys are short because there are very many of them. */
export type StoredEvents = {
  /** Absent where all hits have the origin that the columns of the visit tell, as in nearly every visit. */
  origins?: StoredOrigin[];
  hits: StoredHit[];
};

type StoredHit = {
  i: string;
  k: EventKind;
  t: number;
  /** The page, as in the dictionary. */
  p?: string;
  r?: string;
  n?: string;
  u?: string;
  d?: number;
  m?: string;
  f?: string;
  l?: string;
  g?: string[];
  c?: PartnerCookies;
  /** Which of the origins; the first when absent. */
  o?: number;
};

type PageOf = (pageId: string) => { url: string; title: string | null };

export function encodeEvents(hits: readonly PlacedHit[], pageIdOf: (url: string, title: string | null) => string): StoredEvents {
  const origins: StoredOrigin[] = [];
  const stored = hits.map(({ event, gaClientIds, partnerCookies, origin }) => {
    const at = numberOf(origin, origins);
    const hit: StoredHit = { i: event.id, k: event.kind, t: event.occurredAtMs };
    if (event.url !== null) hit.p = pageIdOf(event.url, event.title);
    if (event.referrer !== null) hit.r = event.referrer;
    if (event.name !== null) hit.n = event.name;
    if (event.targetUrl !== null) hit.u = event.targetUrl;
    if (event.durationSeconds !== null) hit.d = event.durationSeconds;
    if (event.email !== null) hit.m = event.email;
    if (event.firstName !== null) hit.f = event.firstName;
    if (event.lastName !== null) hit.l = event.lastName;
    if (gaClientIds.length > 0) hit.g = gaClientIds;
    if (partnerCookies !== null) hit.c = partnerCookies;
    if (at > 0) hit.o = at;
    return hit;
  });
  return origins.length > 1 ? { origins, hits: stored } : { hits: stored };
}

/** Which of the origins it is; added to them where it is none. */
function numberOf(origin: StoredOrigin, origins: StoredOrigin[]): number {
  const at = origins.findIndex((known) => isSameOrigin(known, origin));
  return at === -1 ? origins.push(origin) - 1 : at;
}

/** The hits of a visit for those who do not ask where they came from. */
export function decodeHits(visitorId: string, events: StoredEvents, pageOf: PageOf): Hit[] {
  return decodeEvents(visitorId, events, pageOf, unknownOrigin);
}

/** The same with where they came from, which the visit's own columns tell where the events do not. */
export function decodeEvents(visitorId: string, { origins, hits }: StoredEvents, pageOf: PageOf, own: StoredOrigin): PlacedHit[] {
  return hits.map((stored) => {
    const page = stored.p === undefined ? null : pageOf(stored.p);
    return {
      event: {
        id: stored.i,
        kind: stored.k,
        occurredAtMs: stored.t,
        url: page?.url ?? null,
        title: page?.title ?? null,
        referrer: stored.r ?? null,
        name: stored.n ?? null,
        targetUrl: stored.u ?? null,
        durationSeconds: stored.d ?? null,
        email: stored.m ?? null,
        firstName: stored.f ?? null,
        lastName: stored.l ?? null,
      },
      visitorId,
      // The address and the user agent were turned into the origin and are not kept.
      ip: null,
      userAgent: null,
      gaClientIds: stored.g ?? [],
      partnerCookies: stored.c ?? null,
      origin: origins?.[stored.o ?? 0] ?? own,
    };
  });
}
