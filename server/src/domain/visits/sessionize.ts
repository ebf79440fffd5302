import { itemAt } from '../../lib/item-at.ts';
import type { Hit } from '../events/event.ts';
import { pageUrl } from '../events/page-url.ts';
import { attachLeaves, inUseAfter } from './attach-leaves.ts';
import { orderHits } from './order-hits.ts';
import { maxVisitMs, sessionTimeoutMs } from './session-timeout.ts';

/**
 * Sessionization: splits the hits of one visitor into visits. The result depends only on the set of hits, not on order or duplicates.
 * Visits are ordered by start, the hits of each by time and id.
 *
 * A hit starts a new visit if
 * - it follows a longer period of inactivity than the session timeout; leaves show how long a page was in use (see `attachLeaves`);
 * - more than 24 hours have passed since the start of the visit;
 * - it is a page view with a different campaign from that of the visit, which is the campaign of its first page view. A campaign
 *   also starts a new visit if the first page view had none. This rule never applies to a page view without a campaign.
 *
 * A leave belongs to the visit of the page view that it ends, and never starts a visit. If that page view is unknown, the leave is a hit
 * like any other until the page view arrives. The leave of a page left open may therefore be after the end of its visit, and visits may
 * overlap if two pages were open side by side.
 */
export function sessionize<Given extends Hit>(hits: readonly Given[]): Given[][] {
  const ordered = orderHits(hits);
  const leaves = attachLeaves(ordered);
  const visitIndexes: number[] = new Array(ordered.length).fill(-1);
  let visitIndex = -1;
  let startedAtMs = 0;
  let inUseUntilMs = Number.NEGATIVE_INFINITY;
  let visitCampaign: string | null | undefined;

  for (let index = 0; index < ordered.length; index++) {
    const hit = itemAt(ordered, index);
    const { kind, occurredAtMs, url } = hit.event;
    const page = itemAt(leaves.pageIndexes, index);
    if (page === -1) {
      const campaign = kind === 'page_view' ? (pageUrl(url)?.campaign?.key ?? null) : null;
      if (
        occurredAtMs - inUseUntilMs > sessionTimeoutMs ||
        occurredAtMs - startedAtMs > maxVisitMs ||
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
    const page = itemAt(leaves.pageIndexes, index);
    const visit = itemAt(visitIndexes, page === -1 ? index : page);
    itemAt(visits, visit).push(itemAt(ordered, index));
  }
  return visits;
}
