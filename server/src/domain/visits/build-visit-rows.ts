import { firstOf } from '../../lib/first-of.ts';
import { itemAt } from '../../lib/item-at.ts';
import { buildVisit, type RoutePage } from './build-visit.ts';
import type { Dictionaries } from './dictionaries.ts';
import { furtherAddressKeys } from './further-address-keys.ts';
import { encodeEvents, type PlacedHit } from './stored-events.ts';
import type { VisitMerge } from './visit-merge.ts';
import type { VisitRow } from './write-visits.ts';

/** Builds the row of each changed visit, including its traffic source, its pages and the client of its first hit. */
export function buildVisitRows({ visitors, sessionized, rules, dictionaries }: VisitMerge): void {
  for (const [index, { visits }] of sessionized.entries()) {
    for (const visit of visits) {
      if (visit.unchanged === null) visit.row = rowOf(itemAt(visitors, index).id, visit.hits, rules.processing.hostnames, dictionaries);
    }
  }
}

function rowOf(visitorId: string, hits: PlacedHit[], hostnames: string[], dictionaries: Dictionaries): VisitRow {
  const facts = buildVisit(hits, hostnames);
  const { event: first, client } = firstOf(hits);
  const events = encodeEvents(hits, (url, title) => dictionaries.pageId(url, title));
  const pageId = (url: string | null, title: string | null) => (url === null ? null : dictionaries.pageId(url, title));
  return {
    id: first.id,
    visitorId,
    startedAtMs: facts.startedAtMs,
    endedAtMs: facts.endedAtMs,
    companyId: client.companyId,
    verdictId: client.verdictId,
    placeId: client.placeId,
    deviceType: client.deviceType,
    browser: client.browser,
    os: client.os,
    ip: client.ip,
    addressKey: client.addressKey,
    pageDepth: facts.pageDepth,
    visitLengthSeconds: facts.visitLengthSeconds,
    landingPageId: facts.landingPage === null ? null : pageId(facts.landingPage.url, facts.landingPage.title),
    pageIds: pageIdsOf(facts.route, pageId),
    source: facts.source,
    medium: facts.medium,
    campaign: facts.campaign,
    keyword: facts.keyword,
    referringUrl: facts.referringUrl,
    gaClientIds: facts.gaClientIds,
    partnerCookies: facts.partnerCookies,
    furtherAddressKeys: furtherAddressKeys(client.addressKey, events.clients),
    events: JSON.stringify(events),
    goals: [],
  };
}

/** Returns the distinct pages in order of their last view, so the last one is the exit page. */
function pageIdsOf(route: readonly RoutePage[], pageId: (url: string | null, title: string | null) => string | null): string[] {
  const ids = new Set<string>();
  for (const { url, title } of route) {
    const id = pageId(url, title);
    if (id === null) continue;
    // Moves a page that was viewed before to the end.
    ids.delete(id);
    ids.add(id);
  }
  return [...ids];
}
