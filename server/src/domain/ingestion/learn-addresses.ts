import { hasWorkplaceChanged, latestWorkplace, type SeenWorkplace } from '../identification/workplace.ts';
import { type LearnedAddress, learnableKinds, seenOn } from '../reattribution/learned-address.ts';
import { loadLearnedAddresses } from '../reattribution/load-learned-addresses.ts';
import { reevaluateVisitors } from '../reattribution/reevaluate-visits.ts';
import { writeLearnedAddresses } from '../reattribution/write-learned-addresses.ts';
import type { ClientInfo } from '../visits/client-info.ts';
import type { MergedVisitor } from '../visits/store-visits.ts';
import type { Batch, KeptHit, PipelineContext } from './batch.ts';

/**
 * Stores what the hits reveal about visitors and addresses, and re-evaluates affected visits. The company of a visit is a function of
 * everything known about its visitor, and therefore independent of the order of events.
 */
export async function learnAddresses(ctx: PipelineContext, batch: Batch): Promise<void> {
  const { trx, rules, kept, visitors, workplaces, merge } = batch;
  const { accountId } = rules;
  const notStored = hitsNotStored(kept, merge?.merged ?? []);
  const knownWorkplaces = new Map<string, SeenWorkplace>();
  const visitorsAtWork = new Set<string>();
  for (const { hit, client } of kept) {
    if (client.knownWorkplace) knownWorkplaces.set(hit.visitorId, client.knownWorkplace);
    if (client.workplace) visitorsAtWork.add(hit.visitorId);
  }
  const visitorsToReevaluate = new Set<string>();
  if (workplaces.size > 0) {
    for (const { id, isNew } of visitors) {
      const seen = workplaces.get(id);
      if (seen !== undefined && !isNew && hasMoved(knownWorkplaces.get(id), seen)) visitorsToReevaluate.add(id);
    }
  }
  const relearnedVisitors = new Set<string>(notStored.shrunkVisitors);
  for (const { hit, client } of kept) {
    if (client.isNewEmployer) relearnedVisitors.add(hit.visitorId);
    const isFromElsewhere = client.workplace === null && (knownWorkplaces.has(hit.visitorId) || visitorsAtWork.has(hit.visitorId));
    if (client.isNewEmployer || isFromElsewhere) visitorsToReevaluate.add(hit.visitorId);
  }
  if (visitorsToReevaluate.size > 0) await reevaluateVisitors(ctx, trx, accountId, [...visitorsToReevaluate].sort());
  const learned = [
    ...learnedAddressesOf(kept, relearnedVisitors, notStored.eventIds),
    ...(relearnedVisitors.size === 0 ? [] : await loadLearnedAddresses(trx, accountId, [...relearnedVisitors])),
  ];
  await writeLearnedAddresses(ctx, trx, accountId, { learned, complete: relearnedVisitors });
  batch.reevaluatedVisitors = visitorsToReevaluate;
}

/** Hits beyond the daily limit are not learned from, because learned addresses must match the stored visits. */
type HitsNotStored = { eventIds: ReadonlySet<string>; shrunkVisitors: ReadonlySet<string> };

/** Returns the new hits that were not stored, and the visitors who lost a stored one. */
function hitsNotStored(kept: readonly KeptHit[], visitors: readonly MergedVisitor[]): HitsNotStored {
  const full = visitors.filter(({ hitsBeyondLimit }) => hitsBeyondLimit.size > 0);
  if (full.length === 0) return { eventIds: new Set(), shrunkVisitors: new Set() };
  const eventIds = new Set(full.flatMap(({ hitsBeyondLimit }) => [...hitsBeyondLimit].map(({ event }) => event.id)));
  const added = new Set(kept.map(({ hit }) => hit.event.id));
  const shrunk = full.filter(({ hitsBeyondLimit }) => [...hitsBeyondLimit].some(({ event }) => !added.has(event.id)));
  return { eventIds, shrunkVisitors: new Set(shrunk.map(({ id }) => id)) };
}

/** True if the workplace, its confidence, or the day on which the visitor was seen there has changed. */
function hasMoved(known: SeenWorkplace | undefined, seen: SeenWorkplace): boolean {
  return known === undefined || (latestWorkplace(known, seen) === seen && hasWorkplaceChanged(known, seen));
}

/** Returns the addresses learned from these hits, except for relearned visitors, all of whose addresses are loaded from their visits. */
function learnedAddressesOf(
  hits: readonly KeptHit[],
  relearnedVisitors: ReadonlySet<string>,
  notStored: ReadonlySet<string>,
): Iterable<LearnedAddress> {
  const learned = new Map<string, LearnedAddress>();
  for (const { hit, client } of hits) {
    if (relearnedVisitors.has(hit.visitorId) || !isLearnable(client) || notStored.has(hit.event.id)) continue;
    const key = `${client.addressKey} ${hit.visitorId}`;
    const seenOnMs = Math.max(seenOn(hit.event.occurredAtMs), learned.get(key)?.seenOnMs ?? 0);
    learned.set(key, { visitorId: hit.visitorId, addressKey: client.addressKey, domain: client.workDomain, seenOnMs });
  }
  return learned.values();
}

type LearnableClient = ClientInfo & { addressKey: string; workDomain: string };

function isLearnable(client: ClientInfo): client is LearnableClient {
  const { addressKey, workDomain, verdict } = client;
  return addressKey !== null && workDomain !== null && verdict !== null && learnableKinds.has(verdict.kind);
}
