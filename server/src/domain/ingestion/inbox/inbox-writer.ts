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

/** Called when an entry is committed, or cannot be. */
type Done = (error: unknown) => void;

/** A row of the inbox: the requests of one account and lane that share a commit. */
type Packet = { accountId: string; id: string; lane: number; events: number; waiting: Waiting[] };

type InboxWriterOptions = {
  /** How many events may wait for the pipeline before no more are taken. */
  inboxLimit?: number;
  /** What is written and not answered by the database for so long is given up. */
  writeTimeoutMs?: number;
  retryPausesMs?: readonly number[];
  /** So long after a busy commit began the next one waits to be shared. */
  momentMs?: number;
};

const largestBatch = 2000;
/** So many requests may wait in memory for their commit; more would only make everyone wait longer. */
const longestQueue = 20_000;
/** So many requests are worth a commit of their own at once. */
const worthACommit = 128;
/** Where the last commit was shared by so many, fewer wait for a moment, so that more of them share the next one. */
const busyRequests = 16;
/** The database writes one while we read the requests of the other. */
const mostAtOnce = 2;

/**
 * Writes to the inbox. What arrives while a commit is under way shares the next one, so that being durable costs one commit
 * for many requests; each is answered only after its commit. Requests of one lane that share a commit also share a row.
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
  readonly #momentMs: number;
  #waiting = new Map<string, Waiting[]>();
  #count = 0;
  #working = 0;
  #called = false;
  #lastBegunMs = Number.NEGATIVE_INFINITY;
  #lastShared = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    { db, ids, clock, log, counts }: { db: Database; ids: Ids; clock: Clock; log: Logger; counts?: WorkCounts },
    { inboxLimit = 1_000_000, writeTimeoutMs = 8000, retryPausesMs = [100, 300, 800], momentMs = 16 }: InboxWriterOptions = {},
  ) {
    this.#db = db;
    this.#ids = ids;
    this.#clock = clock;
    this.#log = log;
    this.#counts = counts;
    this.#backlog = new Backlog(db, log, inboxLimit);
    this.#writeTimeoutMs = writeTimeoutMs;
    this.#retryPausesMs = retryPausesMs;
    this.#momentMs = momentMs;
  }

  /** Resolves when the entry is committed. */
  add(accountId: string, entry: InboxEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.put(accountId, entry, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  /** The same for the collector, which does this for every page view and makes no promises. */
  put(accountId: string, entry: InboxEntry, done: Done) {
    if (this.#count >= longestQueue || this.#backlog.isFull()) return done(overloaded('inbox_full'));
    this.#wait(accountId, { lane: laneOf(entry), events: eventsIn(entry), line: encodeEntry(entry), done });
    this.#call();
  }

  /** Sees to it that what waits is written: now where that is worth it, else in a moment. */
  #call() {
    if (this.#called || this.#count === 0 || this.#working >= mostAtOnce) return;
    const isWorth = this.#count >= worthACommit || this.#lastShared < busyRequests;
    const waitMs = isWorth ? 0 : this.#lastBegunMs + this.#momentMs - performance.now();
    if (waitMs > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = null;
        this.#call();
      }, waitMs);
      return;
    }
    this.#called = true;
    // Requests that were read in the same turn of the event loop come along.
    setImmediate(() => void this.#work());
  }

  #wait(accountId: string, waiting: Waiting) {
    const ofAccount = this.#waiting.get(accountId);
    if (ofAccount) ofAccount.push(waiting);
    else this.#waiting.set(accountId, [waiting]);
    this.#count++;
  }

  async #work() {
    this.#called = false;
    this.#working++;
    this.#lastBegunMs = performance.now();
    this.#lastShared = Math.min(this.#count, largestBatch);
    const packets = this.#pack();
    try {
      await this.#writeWithPatience(packets);
      for (const packet of packets) this.#committed(packet);
    } catch (error) {
      await this.#writeByAccount(packets, error);
    }
    this.#working--;
    this.#call();
  }

  /** The ids are drawn once: a retry after a commit whose answer was lost finds the rows there and adds nothing. */
  #pack(): Packet[] {
    const packets: Packet[] = [];
    let left = largestBatch;
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
    for (const { done } of waiting) this.#tell(done, null);
  }

  async #writeWithPatience(packets: Packet[]) {
    for (const pauseMs of this.#retryPausesMs) {
      try {
        return await this.#write(packets);
      } catch (error) {
        this.#log.warn({ err: error }, 'The inbox could not be written; trying again');
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    return this.#write(packets);
  }

  /** One node of a cluster that is away, or one entry that cannot be written, must not refuse the events of everyone else. */
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
    this.#log.error({ err: error, requests: refused.length }, 'Events could not be stored; the senders were told to try again');
    for (const { done } of refused) this.#tell(done, overloaded('inbox_write'));
  }

  /** A sender who cannot be told must not keep the others from hearing. */
  #tell(done: Done, error: unknown) {
    try {
      done(error);
    } catch (failure) {
      this.#log.error({ err: failure }, 'A sender could not be answered');
    }
  }

  async #databaseAnswers(): Promise<boolean> {
    return this.#inTime(sql`select 1`.execute(this.#db)).then(
      () => true,
      () => false,
    );
  }

  /** JSON holds no control characters, so the bodies travel as one parameter that the database takes apart by itself. */
  async #write(packets: Packet[]) {
    const bodies = packets.map(({ waiting }) => waiting.map(({ line }) => line).join('\n')).join('\x1e');
    await this.#inTime(
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

  /** A database that neither answers nor refuses must not hold the senders for ever. What it commits later is theirs to repeat. */
  #inTime<Result>(work: Promise<Result>): Promise<Result> {
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
