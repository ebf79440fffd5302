import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../db/connect.ts';
import type { Clock, Ids } from '../context.ts';
import { Problem } from '../problem.ts';
import { Backlog } from './backlog.ts';
import { encodeEntry, eventsIn, type InboxEntry, laneOf } from './inbox.ts';

type Waiting = { accountId: string; id: string; lane: number; events: number; text: string; resolve(): void; reject(error: unknown): void };

export type InboxWriterOptions = {
  /** How many entries may wait for the pipeline before no more are taken. */
  inboxLimit?: number;
  /** What is written and not answered by the database for so long is given up. */
  writeTimeoutMs?: number;
  retryPausesMs?: readonly number[];
};

const largestBatch = 2000;
/** So many requests may wait in memory for their commit; more would only make everyone wait longer. */
const longestQueue = 20_000;

/**
 * Writes to the inbox. What arrives while one commit is under way shares the next one, so that being durable costs one
 * commit for many requests; each is answered only after its commit.
 */
export class InboxWriter {
  readonly #db: Database;
  readonly #ids: Ids;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #backlog: Backlog;
  readonly #writeTimeoutMs: number;
  readonly #retryPausesMs: readonly number[];
  #waiting: Waiting[] = [];
  #busy = false;

  constructor(
    { db, ids, clock, log }: { db: Database; ids: Ids; clock: Clock; log: Logger },
    { inboxLimit = 1_000_000, writeTimeoutMs = 8000, retryPausesMs = [100, 300, 800] }: InboxWriterOptions = {},
  ) {
    this.#db = db;
    this.#ids = ids;
    this.#clock = clock;
    this.#log = log;
    this.#backlog = new Backlog(db, log, inboxLimit);
    this.#writeTimeoutMs = writeTimeoutMs;
    this.#retryPausesMs = retryPausesMs;
  }

  /** Resolves when the entry is committed. */
  add(accountId: string, entry: InboxEntry): Promise<void> {
    if (this.#waiting.length >= longestQueue || this.#backlog.isFull()) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      // The id is drawn once: a retry after a commit whose answer was lost finds the row there and adds nothing.
      const id = this.#ids.ordered();
      this.#waiting.push({ accountId, id, lane: laneOf(entry), events: eventsIn(entry), text: encodeEntry(entry), resolve, reject });
      if (!this.#busy) {
        this.#busy = true;
        // Requests that were read in the same turn of the event loop come along.
        setImmediate(() => void this.#work());
      }
    });
  }

  async #work() {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.length > largestBatch ? this.#waiting.splice(0, largestBatch) : this.#waiting;
      if (batch === this.#waiting) this.#waiting = [];
      try {
        await this.#writeWithPatience(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        await this.#writeByAccount(batch, error);
      }
      this.#backlog.added(batch.length);
    }
    this.#busy = false;
  }

  async #writeWithPatience(batch: Waiting[]) {
    for (const pauseMs of this.#retryPausesMs) {
      try {
        return await this.#write(batch);
      } catch (error) {
        this.#log.warn({ err: error }, 'The inbox could not be written; trying again');
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    return this.#write(batch);
  }

  /** One node of a cluster that is away, or one entry that cannot be written, must not refuse the events of everyone else. */
  async #writeByAccount(batch: Waiting[], cause: unknown) {
    const parts = [...Map.groupBy(batch, ({ accountId }) => accountId).values()];
    if (parts.length === 1 || !(await this.#databaseAnswers())) return this.#refuse(batch, cause);
    for (const part of parts) {
      try {
        await this.#write(part);
        for (const { resolve } of part) resolve();
      } catch (error) {
        this.#refuse(part, error);
      }
    }
  }

  #refuse(batch: Waiting[], error: unknown) {
    this.#log.error({ err: error, requests: batch.length }, 'Events could not be stored; the senders were told to try again');
    for (const { reject } of batch) reject(overloaded());
  }

  async #databaseAnswers(): Promise<boolean> {
    return this.#inTime(sql`select 1`.execute(this.#db)).then(
      () => true,
      () => false,
    );
  }

  /** Lines of JSON hold no line break, so the texts travel as one parameter that the database takes apart by itself. */
  async #write(batch: Waiting[]) {
    await this.#inTime(
      sql`
        insert into inbox (account_id, id, lane, received_at, events, body)
        select account_id, id, lane, ${this.#clock.now()}, events, body
        from unnest(${listOf(batch, 'accountId')}::bigint[], ${listOf(batch, 'id')}::bigint[], ${listOf(batch, 'lane')}::smallint[],
          ${listOf(batch, 'events')}::int[], string_to_array(${batch.map(({ text }) => text).join('\n')}, E'\n'))
          as batch (account_id, id, lane, events, body)
        on conflict do nothing`.execute(this.#db),
    );
  }

  /** A database that neither answers nor refuses must not hold the senders for ever. What it commits later is theirs to repeat. */
  #inTime<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The database did not answer in time')), this.#writeTimeoutMs);
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}

function listOf(batch: Waiting[], key: 'accountId' | 'id' | 'lane' | 'events'): string {
  return `{${batch.map((waiting) => waiting[key]).join(',')}}`;
}

function overloaded(): Problem {
  return new Problem('unavailable', { title: 'Events cannot be stored just now: send them again later.', retryAfterSeconds: 5 });
}
