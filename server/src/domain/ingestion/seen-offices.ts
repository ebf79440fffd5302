import { latestOffice, type SeenOffice } from '../identification/office.ts';
import type { NewHits } from '../visits/store-visits.ts';

/** Where the visitors of a batch were seen at work last. */
export function seenOffices(hits: NewHits['hits'], companyIds: NewHits['companyIds']): Map<string, SeenOffice> {
  const latest = new Map<string, SeenOffice>();
  for (const { hit, origin } of hits) {
    const companyId = origin.office === null ? undefined : companyIds.get(origin.office.company.key);
    if (companyId === undefined) continue;
    const seen = { atMs: hit.event.occurredAtMs, companyId, confidence: origin.office!.confidence };
    latest.set(hit.visitorId, latestOffice(latest.get(hit.visitorId) ?? null, seen));
  }
  return latest;
}
