import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { itemAt } from '../server/src/lib/item-at.ts';
import type { BenchService, Reader } from './lists-service.ts';
import { type SenderOptions, trafficBody, trafficHeaders } from './traffic-sender.ts';

const probeIntervalMs = 250;

type Account = Pick<Reader, 'accountId' | 'scriptHash'>;

/** Sends events at a steady rate. Some requests are probes, which are tracked until their visitor is stored. */
export class Traffic {
  readonly #service: BenchService;
  readonly #accounts: readonly Account[];
  readonly #eventsPerRequest: number;
  readonly #rate: number;
  #turn = 0;
  /** Acknowledged events so far. */
  sent = 0;

  constructor(service: BenchService, accounts: readonly Account[], { rate, eventsPerRequest }: { rate: number; eventsPerRequest: number }) {
    this.#service = service;
    this.#accounts = accounts;
    this.#eventsPerRequest = eventsPerRequest;
    this.#rate = rate;
  }

  /**
   * Sends traffic while `work` runs. Returns, in ascending order, the milliseconds from the collector's acknowledgement of each probe until
   * its visitor is stored.
   */
  async during(work: () => Promise<void>): Promise<number[]> {
    let hasEnded = false;
    const lags: number[] = [];
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const sending = this.#send(over);
    const load = Promise.all([sending, this.#probe(() => hasEnded, lags)]);
    try {
      await Promise.race([work(), load]);
    } finally {
      hasEnded = true;
      end();
      // Waits for the end of the other process. `load` reports its failure.
      await sending.catch(() => {});
    }
    await load;
    return lags.sort((a, b) => a - b);
  }

  /** Sends from another process, so that generating load does not use the CPU time of the service. */
  async #send(over: Promise<void>): Promise<void> {
    const { url, ctx } = this.#service;
    const options: SenderOptions = {
      port: Number(new URL(url).port),
      scriptHashes: this.#accounts.map(({ scriptHash }) => scriptHash),
      nowMs: ctx.clock.now().getTime(),
      rate: this.#rate,
      eventsPerRequest: this.#eventsPerRequest,
    };
    const sender = fork(join(import.meta.dirname, 'traffic-sender.ts'));
    sender.send(options);
    const failed = once(sender, 'exit').then(([code]) => {
      throw new Error(`The sender exited early with code ${code}.`);
    });
    await Promise.race([over, failed]);
    sender.send('stop');
    const [sent] = await Promise.race([once(sender, 'message'), failed]);
    failed.catch(() => {});
    this.sent += Number(sent);
  }

  /** Sends a probe request every 250 ms, and every 50 ms checks with one query which probes' visitors are stored. */
  async #probe(hasEnded: () => boolean, lags: number[]): Promise<void> {
    const waiting = new Map<string, { accountId: string; acknowledgedMs: number }>();
    let nextMs = performance.now();
    while (!hasEnded() || waiting.size > 0) {
      if (!hasEnded() && performance.now() >= nextMs) {
        nextMs += probeIntervalMs;
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

  /** Sends a request to the next account (round robin). */
  async #post(visitor: string): Promise<Account> {
    const account = itemAt(this.#accounts, this.#turn++ % this.#accounts.length);
    const body = trafficBody(account.scriptHash, visitor, this.#service.ctx.clock.now().getTime(), this.#eventsPerRequest);
    const response = await fetch(`${this.#service.url}/collect`, { method: 'POST', headers: trafficHeaders, body });
    if (!response.ok) throw new Error(`The collector responded with ${response.status}.`);
    await response.arrayBuffer();
    this.sent += this.#eventsPerRequest;
    return account;
  }
}
