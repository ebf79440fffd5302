import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../db/connect.ts';
import { prepared } from '../../../lib/prepared.ts';
import type { Clock, Ids } from '../../context.ts';
import { Problem, type RefusalCause } from '../../problem.ts';
import type { WorkCounts } from '../../work-counts.ts';
import { Backlog } from './backlog.ts';
import { encodeEntry, eventsIn, type InboxEntry, laneOf } from './inbox-entry.ts';

type Waiting = { lane: number; events: number; line: string; done: Done };

/** Called after the entry was committed or failed. */
type Done = (error: unknown) => void;

/** An inbox row: the requests of one account and lane that share a commit. */
type Packet = { accountId: string; id: string; lane: number; events: number; waiting: Waiting[] };

type InboxWriterOptions = {
  /** Maximum number of waiting events; further ones are refused. */
  inboxLimit?: number;
  /** Writes without an answer from the database fail after this time. */
  writeTimeoutMs?: number;
  retryPausesMs?: readonly number[];
  /** Under load, the delay after the start of a commit before the next one, so that more requests share it. */
  commitDelayMs?: number;
};

const maxBatchSize = 2000;
/** Maximum number of requests waiting in memory; a longer queue would only increase latency. */
const maxQueueLength = 20_000;
/** This many requests are committed without delay. */
const immediateCommitSize = 128;
/** If the last commit was shared by this many requests, the next one is delayed so that more requests share it. */
const busyRequests = 16;
/** One commit is written while requests for the next one are read. */
const maxConcurrentCommits = 2;

/**
 * Writes to the inbox with group commit: requests that arrive during a commit share the next one, and each is answered after its commit.
 * Requests of one lane that share a commit also share a row.
 */
export class InboxWriter {
  readonly #db: Database;
  readonly #ids: Ids;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #counts: WorkCounts | undefined;
  readonly #backlog: Backlog;
  readonly #writeTimeoutMs: number;
  readonly #retryPausesMs: readonly number[];
  readonly #commitDelayMs: number;
  #waiting = new Map<string, Waiting[]>();
  #count = 0;
  #working = 0;
  #scheduled = false;
  #lastStartMs = Number.NEGATIVE_INFINITY;
  #lastBatchSize = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    { db, ids, clock, log, counts }: { db: Database; ids: Ids; clock: Clock; log: Logger; counts?: WorkCounts },
    { inboxLimit = 1_000_000, writeTimeoutMs = 8000, retryPausesMs = [100, 300, 800], commitDelayMs = 16 }: InboxWriterOptions = {},
  ) {
    this.#db = db;
    this.#ids = ids;
    this.#clock = clock;
    this.#log = log;
    this.#counts = counts;
    this.#backlog = new Backlog(db, log, inboxLimit);
    this.#writeTimeoutMs = writeTimeoutMs;
    this.#retryPausesMs = retryPausesMs;
    this.#commitDelayMs = commitDelayMs;
  }

  /** Resolves when the entry is committed. */
  add(accountId: string, entry: InboxEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.put(accountId, entry, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  /** Callback version for the collector's hot path, without a promise. */
  put(accountId: string, entry: InboxEntry, done: Done) {
    if (this.#count >= maxQueueLength || this.#backlog.isFull()) return done(overloaded('inbox_full'));
    this.#wait(accountId, { lane: laneOf(entry), events: eventsIn(entry), line: encodeEntry(entry), done });
    this.#schedule();
  }

  /** Schedules the next commit, immediately or after a short delay. */
  #schedule() {
    if (this.#scheduled || this.#count === 0 || this.#working >= maxConcurrentCommits) return;
    const isImmediate = this.#count >= immediateCommitSize || this.#lastBatchSize < busyRequests;
    const waitMs = isImmediate ? 0 : this.#lastStartMs + this.#commitDelayMs - performance.now();
    if (waitMs > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = null;
        this.#schedule();
      }, waitMs);
      return;
    }
    this.#scheduled = true;
    // Includes all requests read in the same turn of the event loop.
    setImmediate(() => void this.#work());
  }

  #wait(accountId: string, waiting: Waiting) {
    const ofAccount = this.#waiting.get(accountId);
    if (ofAccount) ofAccount.push(waiting);
    else this.#waiting.set(accountId, [waiting]);
    this.#count++;
  }

  async #work() {
    this.#scheduled = false;
    this.#working++;
    this.#lastStartMs = performance.now();
    this.#lastBatchSize = Math.min(this.#count, maxBatchSize);
    const packets = this.#pack();
    try {
      await this.#writeWithRetries(packets);
      for (const packet of packets) this.#committed(packet);
    } catch (error) {
      await this.#writeByAccount(packets, error);
    }
    this.#working--;
    this.#schedule();
  }

  /** Ids are assigned once, so a retry after a commit whose answer was lost does not insert duplicates. */
  #pack(): Packet[] {
    const packets: Packet[] = [];
    let left = maxBatchSize;
    for (const [accountId, all] of this.#waiting) {
      const taken = all.length > left ? all.splice(0, left) : all;
      if (taken === all) this.#waiting.delete(accountId);
      left -= taken.length;
      this.#count -= taken.length;
      const byLane = new Map<number, Packet>();
      for (const waiting of taken) {
        const { lane, events } = waiting;
        const packet = byLane.get(lane);
        if (packet) {
          packet.events += events;
          packet.waiting.push(waiting);
        } else byLane.set(lane, { accountId, id: this.#ids.ordered(), lane, events, waiting: [waiting] });
      }
      packets.push(...byLane.values());
      if (left === 0) break;
    }
    return packets;
  }

  #committed({ events, waiting }: Packet) {
    this.#backlog.added(events);
    this.#counts?.add('events_received', [], events);
    for (const { done } of waiting) this.#notify(done, null);
  }

  async #writeWithRetries(packets: Packet[]) {
    for (const pauseMs of this.#retryPausesMs) {
      try {
        return await this.#write(packets);
      } catch (error) {
        this.#log.warn({ err: error }, 'Could not write to the inbox; retrying');
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    return this.#write(packets);
  }

  /** A cluster node that is down, or an entry that cannot be written, must not affect the events of other accounts. */
  async #writeByAccount(packets: Packet[], cause: unknown) {
    const parts = [...Map.groupBy(packets, ({ accountId }) => accountId).values()];
    if (parts.length === 1 || !(await this.#databaseAnswers())) return this.#refuse(packets, cause);
    for (const part of parts) {
      try {
        await this.#write(part);
        for (const packet of part) this.#committed(packet);
      } catch (error) {
        this.#refuse(part, error);
      }
    }
  }

  #refuse(packets: Packet[], error: unknown) {
    const refused = packets.flatMap(({ waiting }) => waiting);
    this.#log.error({ err: error, requests: refused.length }, 'Could not store events; the senders were asked to retry');
    for (const { done } of refused) this.#notify(done, overloaded('inbox_write'));
  }

  /** A failing callback must not affect the others. */
  #notify(done: Done, error: unknown) {
    try {
      done(error);
    } catch (failure) {
      this.#log.error({ err: failure }, 'Could not answer a sender');
    }
  }

  async #databaseAnswers(): Promise<boolean> {
    return this.#withTimeout(sql`select 1`.execute(this.#db)).then(
      () => true,
      () => false,
    );
  }

  /** JSON contains no control characters, so the bodies are sent as one parameter and split by the database. */
  async #write(packets: Packet[]) {
    const bodies = packets.map(({ waiting }) => waiting.map(({ line }) => line).join('\n')).join('\x1e');
    await this.#withTimeout(
      prepared(
        'write_inbox',
        sql`
    insert into inbox (account_id, id, lane, received_at, events, body)
        select account_id, id, lane, ${this.#clock.now()}, events, body
        from unnest(${listOf(packets, 'accountId')}::bigint[], ${listOf(packets, 'id')}::bigint[], ${listOf(packets, 'lane')}::smallint[],
          ${listOf(packets, 'events')}::int[], string_to_array(${bodies}, E'\x1e'))
          as batch (account_id, id, lane, events, body)
        on conflict do nothing`,
      ).execute(this.#db),
    );
  }

  /** An unresponsive database must not block senders forever. If it commits later, the retries of the senders are duplicates. */
  #withTimeout<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The database did not answer in time')), this.#writeTimeoutMs);
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}

function listOf(packets: Packet[], key: 'accountId' | 'id' | 'lane' | 'events'): string {
  return `{${packets.map((packet) => packet[key]).join(',')}}`;
}

function overloaded(cause: RefusalCause): Problem {
  return new Problem('unavailable', { title: 'Events cannot be stored just now: send them again later.', retryAfterSeconds: 5, cause });
}
