import { type KnownVisitor, loadVisitorFacts } from '../identification/load-visitor-facts.ts';
import type { RememberedVisits } from '../visits/visitor-memory.ts';
import type { Batch, PipelineContext } from './batch.ts';

/** State of a visitor before the batch. */
export type ResolvedVisitor = {
  id: string;
  /** Not stored yet. */
  isNew: boolean;
  /** Cached latest visits. */
  remembered: RememberedVisits | undefined;
  /** E-mail address and workplace; null for anonymous visitors. */
  known: KnownVisitor | null;
};

const noVisits: RememberedVisits = { sinceMs: Number.NEGATIVE_INFINITY, visits: [], anonymousSeen: undefined };

/** Loads known visitors, except for cached anonymous ones, about whom nothing else is stored. */
export async function resolveVisitors(_ctx: PipelineContext, batch: Batch): Promise<void> {
  const { visitorIds } = batch.received;
  const remembered = visitorIds.map(batch.remembered);
  const isAnonymous = (at: number) => remembered[at]?.anonymousSeen !== undefined;
  const stored = await loadVisitorFacts(
    batch.trx,
    batch.rules.accountId,
    visitorIds.filter((_, at) => !isAnonymous(at)),
  );
  batch.visitors = visitorIds.map((id, at) => {
    if (isAnonymous(at)) return { id, isNew: false, remembered: remembered[at], known: null };
    const facts = stored.get(id);
    if (facts === undefined) return { id, isNew: true, remembered: noVisits, known: null };
    const isKnown = facts.email !== null || facts.workplace !== null;
    return { id, isNew: false, remembered: remembered[at], known: isKnown ? facts : null };
  });
}
