import type { Hit } from '../events/event.ts';
import { pageUrl } from '../events/page-url.ts';
import { attachLeaves, inUseAfter, longestVisitMs, silenceMs } from './attach-leaves.ts';
import { orderHits } from './order-hits.ts';

/**
 * Cuts the events of one visitor into visits. The result is a function of the set of events: neither their order nor
 * repetition matters. Visits come in the order of their starts, the hits of each in the order of time and then id.
 *
 * A hit begins a new visit when
 * - more than 30 minutes of silence lie before it; a page is not silent while its leaves show it in use (see `attachLeaves`);
 * - more than 24 hours have passed since the visit began;
 * - it is a page view whose address names a campaign other than that of the visit. The campaign of a visit is that of its
 *   first page view. A visit whose first page view names none has none, so that a campaign coming later begins a new visit;
 *   hits before the first page view leave it open. Page views that name no campaign never cut.
 *
 * A leave goes with the page view it ends and never begins a visit, unless that page view is unknown: then it is a hit like
 * any other until the page view arrives. So the leave of a page that was left open may lie in time behind the visit's end,
 * and visits of two pages open side by side may overlap.
 */
export function cutVisits<Given extends Hit>(hits: readonly Given[]): Given[][] {
  const ordered = orderHits(hits);
  const leaves = attachLeaves(ordered);
  const visitIndexes: number[] = new Array(ordered.length).fill(-1);
  let visitIndex = -1;
  let startedAtMs = 0;
  let inUseUntilMs = Number.NEGATIVE_INFINITY;
  let visitCampaign: string | null | undefined;

  for (let index = 0; index < ordered.length; index++) {
    const hit = ordered[index]!;
    const { kind, occurredAtMs, url } = hit.event;
    const page = leaves.pageIndexes[index]!;
    if (page === -1) {
      const campaign = kind === 'page_view' ? (pageUrl(url)?.campaign?.key ?? null) : null;
      if (
        occurredAtMs - inUseUntilMs > silenceMs ||
        occurredAtMs - startedAtMs > longestVisitMs ||
        (campaign !== null && visitCampaign !== undefined && campaign !== visitCampaign)
      ) {
        visitIndex++;
        startedAtMs = occurredAtMs;
        inUseUntilMs = occurredAtMs;
        visitCampaign = undefined;
      }
      if (kind === 'page_view' && visitCampaign === undefined) visitCampaign = campaign;
      visitIndexes[index] = visitIndex;
    }
    if (page === -1 || visitIndexes[page] === visitIndex) inUseUntilMs = inUseAfter(inUseUntilMs, index, hit, leaves);
  }

  const visits: Given[][] = Array.from({ length: visitIndex + 1 }, () => []);
  for (let index = 0; index < ordered.length; index++) {
    const page = leaves.pageIndexes[index]!;
    visits[visitIndexes[page === -1 ? index : page]!]!.push(ordered[index]!);
  }
  return visits;
}
