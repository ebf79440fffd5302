import { itemAt } from '../../lib/item-at.ts';
import type { StoredClient } from '../visits/client-info.ts';
import { Dictionaries } from '../visits/dictionaries.ts';
import type { PlacedHit } from '../visits/stored-events.ts';
import { truncateAddress } from '../visits/truncate-address.ts';
import { createVisitMerge, type VisitorToMerge } from '../visits/visit-merge.ts';
import type { Batch, KeptHit, PipelineContext } from './batch.ts';

/** Groups hits by visitor and converts their clients to stored form. */
export function prepareMerge({ workerState }: PipelineContext, batch: Batch): void {
  const { trx, rules, received, visitors, workplaces, kept, onCommitted } = batch;
  const pageCache = workerState.pageCache.forAccount(rules);
  const dictionaries = new Dictionaries(rules.accountId, { rowIdCache: workerState.rowIdCache, pageCache });
  onCommitted.push(() => dictionaries.cacheWritten());
  const clients: (StoredClient | undefined)[] = new Array(received.senders.length);
  const hitsOf: (PlacedHit[] | undefined)[] = new Array(visitors.length);
  for (const { hit, client } of kept) {
    const { event, visitorId, ip, userAgent, gaClientIds, partnerCookies, sender } = hit;
    let stored = clients[sender];
    if (stored === undefined) {
      stored = storedClient(batch, dictionaries, { hit, client });
      clients[sender] = stored;
    }
    const placed = { event, visitorId, ip, userAgent, gaClientIds, partnerCookies, client: stored };
    const visitor = itemAt(received.senders, sender).visitor;
    const others = hitsOf[visitor];
    if (others === undefined) hitsOf[visitor] = [placed];
    else others.push(placed);
  }
  const active: VisitorToMerge[] = [];
  for (const [index, { id, isNew, cachedVisits }] of visitors.entries()) {
    const hits = hitsOf[index];
    if (hits === undefined) continue;
    active.push({ id, hits, workplace: workplaces.get(id) ?? null, isNew, cachedVisits, anonymousSeen: cachedVisits?.anonymousSeen });
  }
  batch.merge = createVisitMerge({
    trx,
    rules,
    dictionaries,
    pages: pageCache,
    rollups: workerState.rollupCache.forAccount(rules),
    visitors: active,
  });
}

/** Replaces the company, the verdict and the location with their ids, and truncates the address as configured by the account. */
function storedClient({ rules, companyIds }: Batch, dictionaries: Dictionaries, { hit, client }: KeptHit): StoredClient {
  const { verdict, location, device } = client;
  const companyId = verdict?.company ? (companyIds.get(verdict.company.key) ?? null) : null;
  return {
    companyId,
    verdictId: verdict === null ? null : dictionaries.verdictId(verdict, companyId),
    placeId: dictionaries.placeId(location),
    deviceType: device.deviceType,
    browser: device.browser,
    os: device.os,
    ip: truncateAddress(hit.ip, rules.processing.ip_storage),
    addressKey: client.addressKey,
  };
}
