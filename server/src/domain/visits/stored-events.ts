import type { EventKind, Hit, PartnerCookies } from '../ingestion/event.ts';
import type { StoredOrigin } from './origin.ts';

/** A hit whose origin is known by the ids under which it is kept. */
export type PlacedHit = Hit & { origin: StoredOrigin };

/** The column `events` of a visit. Keys are short because there are very many of them. */
export type StoredEvents = { origins: StoredOrigin[]; hits: StoredHit[] };

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

export type PageOf = (pageId: string) => { url: string; title: string | null };

export function encodeEvents(hits: readonly PlacedHit[], pageIdOf: (url: string, title: string | null) => string): StoredEvents {
  const origins: StoredOrigin[] = [];
  const keys: string[] = [];
  return {
    origins,
    hits: hits.map(({ event, gaClientIds, partnerCookies, origin }) => {
      // Nearly always all hits of a visit share one origin, and then it is the same object too.
      let at = origins.indexOf(origin);
      if (at === -1) {
        const key = JSON.stringify(origin);
        at = keys.indexOf(key);
        if (at === -1) {
          at = keys.push(key) - 1;
          origins.push(origin);
        }
      }
      const stored: StoredHit = { i: event.id, k: event.kind, t: event.occurredAtMs };
      if (event.url !== null) stored.p = pageIdOf(event.url, event.title);
      if (event.referrer !== null) stored.r = event.referrer;
      if (event.name !== null) stored.n = event.name;
      if (event.targetUrl !== null) stored.u = event.targetUrl;
      if (event.durationSeconds !== null) stored.d = event.durationSeconds;
      if (event.email !== null) stored.m = event.email;
      if (event.firstName !== null) stored.f = event.firstName;
      if (event.lastName !== null) stored.l = event.lastName;
      if (gaClientIds.length > 0) stored.g = gaClientIds;
      if (partnerCookies !== null) stored.c = partnerCookies;
      if (at > 0) stored.o = at;
      return stored;
    }),
  };
}

export function decodeEvents(visitorId: string, { origins, hits }: StoredEvents, pageOf: PageOf): PlacedHit[] {
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
      origin: origins[stored.o ?? 0]!,
    };
  });
}
