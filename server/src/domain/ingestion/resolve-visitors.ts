import { type KnownVisitor, loadVisitorFacts } from '../identification/load-visitor-facts.ts';
import type { CachedVisits } from '../visits/visitor-cache.ts';
import type { Batch, PipelineContext } from './batch.ts';

/** State of a visitor before the batch. */
export type ResolvedVisitor = {
  id: string;
  /** Whether the visitor is not stored yet. */
  isNew: boolean;
  /** Cached latest visits. */
  cachedVisits: CachedVisits | undefined;
  /** E-mail address and workplace; null for anonymous visitors. */
  known: KnownVisitor | null;
};

const noVisits: CachedVisits = { sinceMs: Number.NEGATIVE_INFINITY, visits: [], anonymousSeen: undefined };

/** Loads known visitors, except for cached anonymous ones, about whom nothing else is stored. */
export async function resolveVisitors(_ctx: PipelineContext, batch: Batch): Promise<void> {
  const { visitorIds } = batch.received;
  const cachedVisits = visitorIds.map(batch.cachedVisits);
  const isAnonymous = (at: number) => cachedVisits[at]?.anonymousSeen !== undefined;
  const stored = await loadVisitorFacts(
    batch.trx,
    batch.rules.accountId,
    visitorIds.filter((_, index) => !isAnonymous(index)),
  );
  batch.visitors = visitorIds.map((id, index) => {
    if (isAnonymous(index)) return { id, isNew: false, cachedVisits: cachedVisits[index], known: null };
    const facts = stored.get(id);
    if (facts === undefined) return { id, isNew: true, cachedVisits: noVisits, known: null };
    const isKnown = facts.email !== null || facts.workplace !== null;
    return { id, isNew: false, cachedVisits: cachedVisits[index], known: isKnown ? facts : null };
  });
}
