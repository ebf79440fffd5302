import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../db/connect.ts';
import { Batcher, type Call, type Settle } from '../../../lib/batcher.ts';
import { prepared } from '../../../lib/prepared.ts';
import type { Clock, Ids } from '../../context.ts';
import { Problem, type RefusalCause } from '../../problem.ts';
import type { WorkCounts } from '../../work-counts.ts';
import { Backlog } from './backlog.ts';
import { encodeEntry, eventsIn, type InboxEntry, laneOf } from './inbox-entry.ts';

type Request = { accountId: string; lane: number; events: number; line: string };

/** An inbox row: the requests of one account and lane that share a commit. */
type Packet = { accountId: string; id: string; lane: number; events: number; calls: Call<Request, void>[] };

type InboxWriterOptions = {
  /** Backpressure: maximum number of waiting events; further ones are refused. */
  inboxLimit?: number;
  /** Writes without an answer from the database fail after this time. */
  writeTimeoutMs?: number;
  retryPausesMs?: readonly number[];
  /** Under load, the delay after the start of a commit before the next one, so that more requests share it. */
  commitDelayMs?: number;
};

/** Maximum number of requests waiting in memory; a longer queue would only increase latency. */
const maxQueueLength = 20_000;

/** Two commits in flight: one is written while requests for the next one are read. */
const limits = { maxInFlight: 2, maxCalls: 2000, maxBytes: 8 * 1024 * 1024, sizeOf: ({ line }: Request) => line.length };

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
  readonly #batcher: Batcher<Request>;

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
    this.#batcher = new Batcher((calls) => this.#commit(calls), {
      ...limits,
      wait: { ms: commitDelayMs, busyCalls: 16, enoughCalls: 128 },
      onSettleError: (error) => log.error({ err: error }, 'Could not answer a sender'),
    });
  }

  /** Resolves when the entry is committed. */
  add(accountId: string, entry: InboxEntry): Promise<void> {
    const { promise, ...settle } = Promise.withResolvers<void>();
    this.put(accountId, entry, settle);
    return promise;
  }

  /** The same without a promise, for the collector's hot path. */
  put(accountId: string, entry: InboxEntry, settle: Settle<void>) {
    if (this.#batcher.waiting >= maxQueueLength || this.#backlog.isFull()) return settle.reject(overloaded('inbox_full'));
    this.#batcher.push({ accountId, lane: laneOf(entry), events: eventsIn(entry), line: encodeEntry(entry) }, settle);
  }

  /** Resolves when all entries are committed or refused. */
  drain(): Promise<void> {
    return this.#batcher.drain();
  }

  async #commit(calls: readonly Call<Request, void>[]) {
    const packets = this.#pack(calls);
    try {
      await this.#writeWithRetries(packets);
      for (const packet of packets) this.#committed(packet);
    } catch (error) {
      await this.#writeByAccount(packets, error);
    }
  }

  /** Ids are assigned once, so a retry after a commit whose answer was lost does not insert duplicates. */
  #pack(calls: readonly Call<Request, void>[]): Packet[] {
    const byAccount = new Map<string, Map<number, Packet>>();
    const packets: Packet[] = [];
    for (const call of calls) {
      const { accountId, lane, events } = call.item;
      const byLane = byAccount.get(accountId) ?? new Map<number, Packet>();
      if (byLane.size === 0) byAccount.set(accountId, byLane);
      const packet = byLane.get(lane);
      if (packet) {
        packet.events += events;
        packet.calls.push(call);
      } else {
        const added = { accountId, id: this.#ids.ordered(), lane, events, calls: [call] };
        byLane.set(lane, added);
        packets.push(added);
      }
    }
    return packets;
  }

  #committed({ events, calls }: Packet) {
    this.#backlog.added(events);
    this.#counts?.add('events_received', [], events);
    for (const call of calls) call.resolve();
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
    const refused = packets.flatMap(({ calls }) => calls);
    this.#log.error({ err: error, requests: refused.length }, 'Could not store events; the senders were asked to retry');
    for (const call of refused) call.reject(overloaded('inbox_write'));
  }

  async #databaseAnswers(): Promise<boolean> {
    return this.#withTimeout(sql`select 1`.execute(this.#db)).then(
      () => true,
      () => false,
    );
  }

  /** JSON contains no control characters, so the bodies are sent as one parameter and split by the database. */
  async #write(packets: Packet[]) {
    const bodies = packets.map(({ calls }) => calls.map(({ item }) => item.line).join('\n')).join('\x1e');
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
