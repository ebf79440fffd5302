import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../db/connect.ts';
import type { Clock, Ids } from '../context.ts';
import { Problem } from '../problem.ts';
import { type InboxEntry, laneOf } from './inbox.ts';

type Waiting = { accountId: string; entry: InboxEntry; resolve(): void; reject(error: unknown): void };

const largestBatch = 2000;
/** So many requests may wait in memory for their commit; more would only make everyone wait longer. */
const longestQueue = 20_000;
const retryPausesMs = [100, 300, 800];

/**
 * Writes to the inbox. What arrives while one commit is under way shares the next one, so that being durable costs one
 * commit for many requests; each is answered only after its commit.
 */
export class InboxWriter {
  readonly #db: Database;
  readonly #ids: Ids;
  readonly #clock: Clock;
  readonly #log: Logger;
  #waiting: Waiting[] = [];
  #busy = false;

  constructor({ db, ids, clock, log }: { db: Database; ids: Ids; clock: Clock; log: Logger }) {
    this.#db = db;
    this.#ids = ids;
    this.#clock = clock;
    this.#log = log;
  }

  /** Resolves when the entry is committed. */
  add(accountId: string, entry: InboxEntry): Promise<void> {
    if (this.#waiting.length >= longestQueue) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ accountId, entry, resolve, reject });
      if (!this.#busy) {
        this.#busy = true;
        // Requests that were read in the same turn of the event loop come along.
        setImmediate(() => void this.#work());
      }
    });
  }

  async #work() {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, largestBatch);
      try {
        await this.#writeWithPatience(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        this.#log.error({ err: error }, 'Events could not be stored; the senders were told to try again');
        for (const { reject } of batch) reject(overloaded());
      }
    }
    this.#busy = false;
  }

  /** Ids are drawn once: a retry after a commit whose answer was lost finds the rows there and adds nothing. */
  async #writeWithPatience(batch: Waiting[]) {
    const ids = batch.map(() => this.#ids.ordered());
    for (const pauseMs of retryPausesMs) {
      try {
        return await this.#write(batch, ids);
      } catch (error) {
        this.#log.warn({ err: error }, 'The inbox could not be written; trying again');
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    return this.#write(batch, ids);
  }

  async #write(batch: Waiting[], ids: string[]) {
    await sql`
      insert into inbox (account_id, id, lane, received_at, events, body)
      select account_id, id, lane, ${this.#clock.now()}, events, body
      from unnest(${batch.map(({ accountId }) => accountId)}::bigint[], ${ids}::bigint[], ${batch.map(({ entry }) => laneOf(entry))}::smallint[],
        ${batch.map(({ entry }) => entry.events.length)}::int[], ${batch.map(({ entry }) => JSON.stringify(entry))}::text[])
        as batch (account_id, id, lane, events, body)
      on conflict do nothing`.execute(this.#db);
  }
}

function overloaded(): Problem {
  return new Problem('unavailable', { title: 'Events cannot be stored just now: send them again later.', retryAfterSeconds: 5 });
}
