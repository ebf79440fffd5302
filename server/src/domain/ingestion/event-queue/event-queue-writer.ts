import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../db/connect.ts';
import { Batcher, type Call, type Settle } from '../../../lib/batcher.ts';
import { prepared } from '../../../lib/prepared.ts';
import type { Clock, Ids } from '../../context.ts';
import { isUniqueViolation } from '../../is-unique-violation.ts';
import { Problem, type ProblemCause } from '../../problem.ts';
import type { WorkCounts } from '../../work-counts.ts';
import { Backlog } from './backlog.ts';
import { encodeEntry, eventsIn, laneOf, type QueueEntry } from './queue-entry.ts';

type WriteRequest = { accountId: string; lane: number; events: number; line: string };

/** A row to be written to the event queue: the requests of one account and lane that share a commit. */
type PendingRow = { accountId: string; id: string; lane: number; events: number; calls: Call<WriteRequest, void>[] };

type EventQueueWriterOptions = {
  /** Backpressure: maximum number of waiting events; further ones are rejected. */
  inboxLimit?: number;
  /** Writes without a response from the database fail after this time. */
  writeTimeoutMs?: number;
  retryPausesMs?: readonly number[];
  /** Under load, the delay between the starts of two commits, so that more requests share a commit. */
  commitDelayMs?: number;
};

/** Maximum number of requests waiting in memory, and of their characters; a longer queue would only increase latency. */
const maxWaitingRequests = 20_000;
const maxWaitingLength = 64 * 1024 * 1024;

/** Up to two commits are in flight, so that the next one can start before the previous one has ended. */
const limits = { maxInFlight: 2, maxCalls: 2000, maxBytes: 8 * 1024 * 1024, sizeOf: ({ line }: WriteRequest) => line.length };

/**
 * Writes to the event queue with group commit: requests that arrive during a commit share the next commit, and each request gets its
 * response after its commit. Requests of one lane that share a commit also share a row.
 */
export class EventQueueWriter {
  readonly #db: Database;
  readonly #ids: Ids;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #counts: WorkCounts | undefined;
  readonly #backlog: Backlog;
  readonly #writeTimeoutMs: number;
  readonly #retryPausesMs: readonly number[];
  readonly #batcher: Batcher<WriteRequest>;
  #waitingLength = 0;

  constructor(
    { db, ids, clock, log, counts }: { db: Database; ids: Ids; clock: Clock; log: Logger; counts?: WorkCounts },
    { inboxLimit = 1_000_000, writeTimeoutMs = 8000, retryPausesMs = [100, 300, 800], commitDelayMs = 16 }: EventQueueWriterOptions = {},
  ) {
    this.#db = db;
    this.#ids = ids;
    this.#clock = clock;
    this.#log = log;
    this.#counts = counts;
    this.#backlog = new Backlog(db, log, inboxLimit);
    this.#writeTimeoutMs = writeTimeoutMs;
    this.#retryPausesMs = retryPausesMs;
    this.#batcher = new Batcher((calls) => this.#commit(calls), {
      ...limits,
      wait: { ms: commitDelayMs, busyCalls: 16, enoughCalls: 128 },
      onSettleError: (error) => log.error({ err: error }, 'Could not respond to a sender'),
    });
  }

  /** Resolves when the entry is committed. */
  add(accountId: string, entry: QueueEntry): Promise<void> {
    const { promise, ...settle } = Promise.withResolvers<void>();
    this.put(accountId, entry, settle);
    return promise;
  }

  /** Like `add`, but with callbacks instead of a promise, for the collector's hot path. */
  put(accountId: string, entry: QueueEntry, settle: Settle<void>) {
    const isFull = this.#batcher.waiting >= maxWaitingRequests || this.#waitingLength >= maxWaitingLength || this.#backlog.isFull();
    if (isFull) return settle.reject(unavailable('inbox_full'));
    const line = encodeEntry(entry);
    this.#waitingLength += line.length;
    this.#batcher.push({ accountId, lane: laneOf(entry), events: eventsIn(entry), line }, settle);
  }

  /** Resolves when all entries are committed or refused. */
  drain(): Promise<void> {
    return this.#batcher.drain();
  }

  async #commit(calls: readonly Call<WriteRequest, void>[]) {
    for (const { item } of calls) this.#waitingLength -= item.line.length;
    const rows = this.#pack(calls);
    try {
      await this.#writeWithRetries(rows);
      for (const row of rows) this.#committed(row);
    } catch (error) {
      await this.#writeByAccount(rows, error);
    }
  }

  /** Groups requests into rows. Ids are assigned once, so a retry after a commit whose response was lost does not insert duplicates. */
  #pack(calls: readonly Call<WriteRequest, void>[]): PendingRow[] {
    const byAccount = new Map<string, Map<number, PendingRow>>();
    const rows: PendingRow[] = [];
    for (const call of calls) {
      const { accountId, lane, events } = call.item;
      const byLane = byAccount.get(accountId) ?? new Map<number, PendingRow>();
      if (byLane.size === 0) byAccount.set(accountId, byLane);
      const row = byLane.get(lane);
      if (row) {
        row.events += events;
        row.calls.push(call);
      } else {
        const added = { accountId, id: this.#ids.ordered(), lane, events, calls: [call] };
        byLane.set(lane, added);
        rows.push(added);
      }
    }
    return rows;
  }

  #committed({ events, calls }: PendingRow) {
    this.#backlog.added(events);
    this.#counts?.add('events_received', [], events);
    for (const call of calls) call.resolve();
  }

  async #writeWithRetries(rows: PendingRow[]) {
    let mayBeCommitted = false;
    for (const pauseMs of this.#retryPausesMs) {
      try {
        return await this.#write(rows, mayBeCommitted);
      } catch (error) {
        this.#log.warn({ err: error }, 'Could not write to the event queue; retrying');
        // Few bits of an id identify the process, so another process may have used the same id.
        if (!mayBeCommitted && isUniqueViolation(error)) for (const row of rows) row.id = this.#ids.ordered();
        else mayBeCommitted = true;
        await pause(pauseMs);
      }
    }
    return this.#write(rows, mayBeCommitted);
  }

  /** Writes each account separately, so that a cluster node that is down, or an entry that cannot be written, affects no other account. */
  async #writeByAccount(rows: PendingRow[], cause: unknown) {
    const parts = [...Map.groupBy(rows, ({ accountId }) => accountId).values()];
    if (parts.length === 1 || !(await this.#isDatabaseReachable())) return this.#refuse(rows, cause);
    for (const part of parts) {
      try {
        await this.#write(part, true);
        for (const row of part) this.#committed(row);
      } catch (error) {
        this.#refuse(part, error);
      }
    }
  }

  #refuse(rows: PendingRow[], error: unknown) {
    const refused = rows.flatMap(({ calls }) => calls);
    this.#log.error({ err: error, requests: refused.length }, 'Could not store events; the senders were asked to retry');
    for (const call of refused) call.reject(unavailable('inbox_write'));
  }

  async #isDatabaseReachable(): Promise<boolean> {
    return this.#withTimeout(sql`select 1`.execute(this.#db)).then(
      () => true,
      () => false,
    );
  }

  /**
   * Joins the bodies with a control character, which JSON escapes, to send them as one parameter. The database splits them. Rows are
   * skipped only if an earlier attempt may have committed them; otherwise an id that is already in use belongs to other events.
   */
  async #write(rows: PendingRow[], mayBeCommitted: boolean) {
    const bodies = rows.map(({ calls }) => calls.map(({ item }) => item.line).join('\n')).join('\x1e');
    const insert = sql`
    insert into inbox (account_id, id, lane, received_at, events, body)
        select account_id, id, lane, ${this.#clock.now()}, events, body
        from unnest(${arrayLiteral(rows, 'accountId')}::bigint[], ${arrayLiteral(rows, 'id')}::bigint[], ${arrayLiteral(rows, 'lane')}::smallint[],
          ${arrayLiteral(rows, 'events')}::int[], string_to_array(${bodies}, E'\x1e'))
          as batch (account_id, id, lane, events, body)`;
    const statement = mayBeCommitted
      ? prepared('rewrite_event_queue', sql`${insert} on conflict do nothing`)
      : prepared('write_event_queue', insert);
    await this.#withTimeout(statement.execute(this.#db));
  }

  /** An unresponsive database must not block senders forever. If it commits the events later, the senders' retries are duplicates. */
  #withTimeout<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The database did not respond in time')), this.#writeTimeoutMs);
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}

function arrayLiteral(rows: PendingRow[], key: 'accountId' | 'id' | 'lane' | 'events'): string {
  return `{${rows.map((row) => row[key]).join(',')}}`;
}

function unavailable(cause: ProblemCause): Problem {
  return new Problem('unavailable', { title: 'Events cannot be stored right now: send them again later.', retryAfterSeconds: 5, cause });
}
