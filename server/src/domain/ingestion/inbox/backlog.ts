import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../db/connect.ts';
import { firstOf } from '../../../lib/first-of.ts';

/** Other processes add events too, so they are recounted from time to time even if this one assumes that there is room. */
const recountMs = 5000;
const recountFullMs = 1000;

/**
 * Whether more waits for the pipeline than may. Counting a long inbox is dear, so it is done seldom and never in the way of a
 * request: between two counts every event that this process adds counts as waiting.
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
      // What was added while the count was made may be in it or not: it counts.
      const waiting = Number(firstOf(rows).waiting) + (this.#waiting - before);
      if (waiting >= this.#limit && before < this.#limit) {
        this.#log.error({ waiting, limit: this.#limit }, 'The pipeline does not keep up: no more events are taken until it does');
      }
      this.#waiting = waiting;
    } catch (error) {
      this.#log.warn({ err: error }, 'The inbox could not be counted');
    } finally {
      this.#countedAtMs = performance.now();
      this.#counting = false;
    }
  }
}
