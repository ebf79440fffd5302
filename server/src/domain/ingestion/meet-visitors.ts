import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { type KnownVisitor, loadVisitorFacts } from '../identification/load-visitor-facts.ts';
import type { Remembered, VisitsSince } from '../visits/load-reach.ts';
import type { ReceivedHit } from './make-hits.ts';
import type { VisitorMemory } from './visitor-memory.ts';

/** What is known of the visitors of a batch before it is stored. */
export type MetVisitors = {
  /** Those who said who they are, or were seen at work. */
  known: Map<string, KnownVisitor>;
  isNew(visitorId: string): boolean;
  /** The visits of those who are new or remembered. */
  remembered: Remembered;
};

const noVisits: VisitsSince = { sinceMs: Number.NEGATIVE_INFINITY, visits: [] };

/** Who was never seen has no visits, and of strangers who are remembered there is nothing more to know: neither need be asked for. */
export async function meetVisitors(
  trx: Transaction<DB>,
  accountId: string,
  hits: readonly ReceivedHit[],
  memory: ReturnType<VisitorMemory['at']>,
): Promise<MetVisitors> {
  const asked = new Set(hits.map(({ visitorId }) => visitorId));
  for (const id of asked) if (memory(id)?.strangerSeen) asked.delete(id);
  const stored = await loadVisitorFacts(trx, accountId, [...asked]);
  const isNew = (id: string) => asked.has(id) && !stored.has(id);
  const known = new Map([...stored].filter(([, { email, office }]) => email !== null || office !== null));
  return { known, isNew, remembered: (id) => (isNew(id) ? noVisits : memory(id)) };
}
