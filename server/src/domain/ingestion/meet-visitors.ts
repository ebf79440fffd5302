import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { type KnownVisitor, loadVisitorFacts } from '../identification/load-visitor-facts.ts';
import type { NewsOfVisitor, RememberedVisits } from '../visits/store-visits.ts';
import type { VisitorMemory } from './lanes/visitor-memory.ts';

/** What is known of a visitor before the batch is stored. */
export type MetVisitor = NewsOfVisitor & {
  /** Who they said to be and where they were seen at work; null of strangers. */
  known: KnownVisitor | null;
};

const nothing: RememberedVisits = { sinceMs: Number.NEGATIVE_INFINITY, visits: [], strangerSeen: undefined };

/** Who was never seen has no visits, and of strangers who are remembered there is nothing more to know: neither need be asked for. */
export async function meetVisitors(
  trx: Transaction<DB>,
  accountId: string,
  visitorIds: readonly string[],
  memory: ReturnType<VisitorMemory['at']>,
): Promise<MetVisitor[]> {
  const remembered = visitorIds.map(memory);
  const isStranger = (at: number) => remembered[at]?.strangerSeen !== undefined;
  const stored = await loadVisitorFacts(
    trx,
    accountId,
    visitorIds.filter((_, at) => !isStranger(at)),
  );
  return visitorIds.map((id, at) => {
    if (isStranger(at)) return { id, isNew: false, remembered: remembered[at], known: null };
    const facts = stored.get(id);
    if (facts === undefined) return { id, isNew: true, remembered: nothing, known: null };
    const isKnown = facts.email !== null || facts.office !== null;
    return { id, isNew: false, remembered: remembered[at], known: isKnown ? facts : null };
  });
}
