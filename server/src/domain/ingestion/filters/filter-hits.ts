import { itemAt } from '../../../lib/item-at.ts';
import type { Batch, PipelineContext } from '../batch.ts';
import { bot } from './bot.ts';
import { excludedAddress } from './excluded-address.ts';
import { excludedCountry } from './excluded-country.ts';
import { excludedPath } from './excluded-path.ts';
import type { Filter } from './filter.ts';
import { ignored } from './ignored.ts';
import { ownHostname } from './own-hostname.ts';

/** Ordered: the first filter that drops a hit determines the reason. */
export const filters: Filter[] = [ownHostname, excludedAddress, ignored, excludedCountry, excludedPath, bot];

export function filterHits(_ctx: PipelineContext, batch: Batch): void {
  const { received, clients, rules, tally, kept } = batch;
  for (const hit of received.hits) {
    const client = itemAt(clients, hit.sender);
    const reason = dropReasonOf({ hit, client }, rules);
    if (reason) tally.count(hit.receivedOn, reason);
    else kept.push({ hit, client });
  }
}

function dropReasonOf({ hit, client }: Batch['kept'][number], rules: Batch['rules']): ReturnType<Filter['check']> {
  for (const filter of filters) {
    const reason = filter.check(hit, client, rules);
    if (reason) return reason;
  }
  return null;
}
