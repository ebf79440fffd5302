import type { EventKind, Hit, PartnerCookies } from '../events/event.ts';
import { isSameClient, type StoredClient, unknownClient } from './client-info.ts';

/** A hit with its client in stored form. */
export type PlacedHit = Hit & { client: StoredClient };

/** The `events` column of a visit. Keys are short to save space; `encodeEvents` shows their meaning. */
export type StoredEvents = {
  /** Absent if all hits have the client in the columns of the visit, as in nearly every visit. */
  clients?: StoredClient[];
  hits: StoredHit[];
};

type StoredHit = {
  i: string;
  k: EventKind;
  t: number;
  /** Id of the page. */
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
  /** Index of the client; defaults to 0. */
  o?: number;
};

type PageOf = (pageId: string) => { url: string; title: string | null };

export function encodeEvents(hits: readonly PlacedHit[], pageIdOf: (url: string, title: string | null) => string): StoredEvents {
  const clients: StoredClient[] = [];
  const stored = hits.map(({ event, gaClientIds, partnerCookies, client }) => {
    const at = clientIndexOf(client, clients);
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
  return clients.length > 1 ? { clients, hits: stored } : { hits: stored };
}

/** Returns the index of the client, adding it if necessary. */
function clientIndexOf(client: StoredClient, clients: StoredClient[]): number {
  const at = clients.findIndex((known) => isSameClient(known, client));
  return at === -1 ? clients.push(client) - 1 : at;
}

/** Decodes hits without their clients. */
export function decodeHits(visitorId: string, events: StoredEvents, pageOf: PageOf): Hit[] {
  return decodeEvents(visitorId, events, pageOf, unknownClient);
}

/** Decodes hits with their clients. `visitClient` is the client in the columns of the visit. */
export function decodeEvents(visitorId: string, { clients, hits }: StoredEvents, pageOf: PageOf, visitClient: StoredClient): PlacedHit[] {
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
      // The address and user agent are not stored, only the client that was derived from them.
      ip: null,
      userAgent: null,
      gaClientIds: stored.g ?? [],
      partnerCookies: stored.c ?? null,
      client: clients?.[stored.o ?? 0] ?? visitClient,
    };
  });
}
