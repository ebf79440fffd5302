import type { Batch, PipelineContext } from './batch.ts';

/**
 * Counts the outcomes of events that passed the filters. If a visitor exceeds the daily limit, as many events count as dropped as there are
 * hits beyond the limit, not necessarily the same ones: a late hit that replaces a stored one counts as stored.
 */
export function countOutcomes({ counts }: PipelineContext, { kept, tally, merge, onCommitted }: Batch): void {
  const beyondLimit = new Map<string, number>();
  for (const { id, hitsBeyondLimit } of merge?.merged ?? []) if (hitsBeyondLimit.size > 0) beyondLimit.set(id, hitsBeyondLimit.size);
  for (const { hit } of kept) {
    const left = beyondLimit.size === 0 ? 0 : (beyondLimit.get(hit.visitorId) ?? 0);
    if (left > 0) beyondLimit.set(hit.visitorId, left - 1);
    tally.count(hit.receivedOn, left > 0 ? 'too_many_hits' : 'stored');
  }
  onCommitted.push(() => {
    // One verdict per sender, regardless of the number of hits.
    for (const { verdict } of new Set(kept.map(({ client }) => client))) {
      if (verdict !== null) counts?.add('verdicts', [verdict.kind, verdict.company === null ? 'false' : 'true']);
    }
  });
}
