import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../db/connect.ts';
import { firstOf } from '../../../lib/first-of.ts';

/** Other processes add events too, so the event queue is recounted even while there appears to be room. */
const recountMs = 5000;
const recountFullMs = 1000;

/**
 * Checks whether the event queue is full. Counting a long queue is expensive, so the queue is counted rarely, and no request waits for the
 * count. Between two counts, the events added by this process are included.
 */
export class Backlog {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #limit: number;
  #waiting = 0;
  #countedAtMs = Number.NEGATIVE_INFINITY;
  #counting = false;

  constructor(db: Database, log: Logger, limit: number) {
    this.#db = db;
    this.#log = log;
    this.#limit = limit;
  }

  added(events: number) {
    this.#waiting += events;
  }

  isFull(): boolean {
    const full = this.#waiting >= this.#limit;
    const age = performance.now() - this.#countedAtMs;
    if (age > (full ? recountFullMs : recountMs) && !this.#counting) void this.#count();
    return full;
  }

  async #count() {
    this.#counting = true;
    const before = this.#waiting;
    try {
      const { rows } = await sql<{ waiting: string }>`
        select coalesce(sum(events), 0) as waiting from (select events from inbox limit ${this.#limit}) as counted`.execute(this.#db);
      // The count may or may not include events that were added meanwhile; adds them in either case.
      const waiting = Number(firstOf(rows).waiting) + (this.#waiting - before);
      if (waiting >= this.#limit && before < this.#limit) {
        this.#log.error({ waiting, limit: this.#limit }, 'The event queue is full: refusing events until the pipeline catches up');
      }
      this.#waiting = waiting;
    } catch (error) {
      this.#log.warn({ err: error }, 'Could not count the event queue');
    } finally {
      this.#countedAtMs = performance.now();
      this.#counting = false;
    }
  }
}
