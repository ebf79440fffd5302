import { KnownPages } from './visits/known-pages.ts';
import { KnownRows } from './visits/known-rows.ts';
import { VisitorMemory } from './visits/visitor-memory.ts';

/**
 * Everything that a worker keeps in memory between two batches or jobs. All of it is bounded, and only saves reads and writes: a
 * worker that starts without it comes to the same results.
 */
export class WorkerMemory {
  /** The visits of visitors that this worker wrote last, valid while nobody else held their lane. */
  readonly visitors = new VisitorMemory();
  /** Ids of pages, places and verdicts that are known to be committed, for a minute. */
  readonly rows = new KnownRows();
  /** Address and title of pages by id. An id is a hash of both, so an entry never becomes outdated. */
  readonly pages = new KnownPages();
  /** How many alerts are being sent now, by account. */
  readonly deliveries = new Map<string, number>();
}
