import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { itemAt } from '../server/src/lib/item-at.ts';
import type { BenchService, Reader } from './lists-service.ts';

const probeEveryMs = 250;
/** Requests in flight. With more, the sender rather than the service would be the limit. */
const maxOpen = 100;

type Account = Pick<Reader, 'accountId' | 'scriptHash'>;

/** Sends events at a steady rate. Some requests are followed until their visitor is stored. */
export class Traffic {
  readonly #service: BenchService;
  readonly #accounts: readonly Account[];
  readonly #eventsPerRequest: number;
  readonly #pauseMs: number;
  #turn = 0;
  /** Events sent so far. */
  sent = 0;

  constructor(service: BenchService, accounts: readonly Account[], { rate, eventsPerRequest }: { rate: number; eventsPerRequest: number }) {
    this.#service = service;
    this.#accounts = accounts;
    this.#eventsPerRequest = eventsPerRequest;
    this.#pauseMs = (1000 * eventsPerRequest) / rate;
  }

  /**
   * Sends traffic while `work` runs. Returns, in ascending order, the milliseconds from the collector's acknowledgement of each probe until
   * its visitor is stored.
   */
  async during(work: () => Promise<void>): Promise<number[]> {
    let isOver = false;
    const lags: number[] = [];
    const sending = this.#send(() => isOver);
    const probing = this.#probe(() => isOver, lags);
    try {
      await work();
    } finally {
      isOver = true;
    }
    await Promise.all([sending, probing]);
    return lags.sort((a, b) => a - b);
  }

  async #send(isOver: () => boolean): Promise<void> {
    const open = new Set<Promise<unknown>>();
    for (let nextMs = performance.now(); !isOver(); nextMs += this.#pauseMs) {
      // A timer takes at least a millisecond, so requests that are due are sent at once.
      if (nextMs > performance.now()) await pause(nextMs - performance.now());
      if (open.size >= maxOpen) await Promise.race(open);
      const request: Promise<unknown> = this.#post(randomUUID()).finally(() => open.delete(request));
      open.add(request);
    }
    await Promise.all(open);
  }

  /** Sends a probe request every 250 ms, and every 50 ms checks with one query which probes' visitors are stored. */
  async #probe(isOver: () => boolean, lags: number[]): Promise<void> {
    const waiting = new Map<string, { accountId: string; acknowledgedMs: number }>();
    let nextMs = performance.now();
    while (!isOver() || waiting.size > 0) {
      if (!isOver() && performance.now() >= nextMs) {
        nextMs += probeEveryMs;
        const visitor = randomUUID();
        const { accountId } = await this.#post(visitor);
        waiting.set(visitor, { accountId, acknowledgedMs: performance.now() });
      }
      const { rows } = await sql<{ visitor_id: string }>`
        select id as visitor_id from unnest(${[...waiting.values()].map(({ accountId }) => accountId)}::bigint[], ${[...waiting.keys()]}::text[]) as sent (account_id, id)
        where exists (select 1 from visitors v where v.account_id = sent.account_id and v.id = sent.id)`.execute(this.#service.ctx.db);
      for (const { visitor_id: visitor } of rows) {
        lags.push(performance.now() - (waiting.get(visitor)?.acknowledgedMs ?? 0));
        waiting.delete(visitor);
      }
      await pause(50);
    }
  }

  /** Accounts take turns. */
  async #post(visitor: string): Promise<Account> {
    const account = itemAt(this.#accounts, this.#turn++ % this.#accounts.length);
    const eventsPerRequest = this.#eventsPerRequest;
    const now = this.#service.ctx.clock.now().getTime();
    const events = Array.from({ length: eventsPerRequest }, (_, at) => ({
      id: randomUUID(),
      kind: 'page_view',
      occurred_at: now - (eventsPerRequest - at) * 1000,
      url: `https://shop.example/section-${at}/page-${at}`,
    }));
    const response = await fetch(`${this.#service.url}/collect`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' },
      body: JSON.stringify({ script_hash: account.scriptHash, sent_at: now, visitor_id: visitor, events }),
    });
    if (!response.ok) throw new Error(`The collector answered ${response.status}.`);
    await response.arrayBuffer();
    this.sent += eventsPerRequest;
    return account;
  }
}
