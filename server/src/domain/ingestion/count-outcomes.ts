import type { Batch, PipelineContext } from './batch.ts';

/**
 * Of a visitor who has more hits on a day than are stored, as many new ones count as dropped as there are hits beyond the limit: a late
 * one that replaces a stored one counts as stored.
 */
export function countOutcomes({ counts }: PipelineContext, { kept, tally, merge, onCommitted }: Batch): void {
  const beyondLimit = new Map<string, number>();
  for (const { id, beyond } of merge?.merged ?? []) if (beyond.size > 0) beyondLimit.set(id, beyond.size);
  for (const { hit } of kept) {
    const left = beyondLimit.size === 0 ? 0 : (beyondLimit.get(hit.visitorId) ?? 0);
    if (left > 0) beyondLimit.set(hit.visitorId, left - 1);
    tally.count(hit.receivedOn, left > 0 ? 'too_many_hits' : 'stored');
  }
  onCommitted.push(() => {
    // One verdict for each sender, however many hits came with it.
    for (const { verdict } of new Set(kept.map(({ origin }) => origin))) {
      if (verdict !== null) counts?.add('verdicts', [verdict.kind, verdict.company === null ? 'false' : 'true']);
    }
  });
}
