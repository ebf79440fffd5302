import { itemAt } from '../../../lib/item-at.ts';
import type { Batch, PipelineContext } from '../batch.ts';
import { excludedAddress } from './excluded-address.ts';
import { excludedCountry } from './excluded-country.ts';
import { excludedPath } from './excluded-path.ts';
import type { Filter } from './filter.ts';
import { ignored } from './ignored.ts';
import { ownHostname } from './own-hostname.ts';
import { sender } from './sender.ts';

/** Ordered: the first filter that drops a hit determines the reason. */
export const filters: Filter[] = [ownHostname, excludedAddress, ignored, excludedCountry, excludedPath, sender];

export function filterHits(_ctx: PipelineContext, batch: Batch): void {
  const { received, origins, rules, tally, kept } = batch;
  for (const hit of received.hits) {
    const origin = itemAt(origins, hit.sender);
    const reason = dropReasonOf({ hit, origin }, rules);
    if (reason) tally.count(hit.receivedOn, reason);
    else kept.push({ hit, origin });
  }
}

function dropReasonOf({ hit, origin }: Batch['kept'][number], rules: Batch['rules']): ReturnType<Filter['check']> {
  for (const filter of filters) {
    const reason = filter.check(hit, origin, rules);
    if (reason) return reason;
  }
  return null;
}
