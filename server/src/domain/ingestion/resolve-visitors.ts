import { type KnownVisitor, loadVisitorFacts } from '../identification/load-visitor-facts.ts';
import type { RememberedVisits } from '../visits/visitor-memory.ts';
import type { Batch, PipelineContext } from './batch.ts';

/** What is known of a visitor before the batch is stored. */
export type ResolvedVisitor = {
  id: string;
  /** Nothing is stored of the visitor yet. */
  isNew: boolean;
  /** The latest visits, where they need not be loaded. */
  remembered: RememberedVisits | undefined;
  /** The e-mail address and the place of work; null of strangers. */
  known: KnownVisitor | null;
};

const nothing: RememberedVisits = { sinceMs: Number.NEGATIVE_INFINITY, visits: [], strangerSeen: undefined };

/** Loads what is known of the visitors, but for remembered strangers, of whom nothing more is stored. */
export async function resolveVisitors(_ctx: PipelineContext, batch: Batch): Promise<void> {
  const { visitorIds } = batch.received;
  const remembered = visitorIds.map(batch.remembered);
  const isStranger = (at: number) => remembered[at]?.strangerSeen !== undefined;
  const stored = await loadVisitorFacts(
    batch.trx,
    batch.rules.accountId,
    visitorIds.filter((_, at) => !isStranger(at)),
  );
  batch.visitors = visitorIds.map((id, at) => {
    if (isStranger(at)) return { id, isNew: false, remembered: remembered[at], known: null };
    const facts = stored.get(id);
    if (facts === undefined) return { id, isNew: true, remembered: nothing, known: null };
    const isKnown = facts.email !== null || facts.office !== null;
    return { id, isNew: false, remembered: remembered[at], known: isKnown ? facts : null };
  });
}
