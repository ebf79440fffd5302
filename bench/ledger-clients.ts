import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { itemAt } from '../server/src/lib/item-at.ts';

type ClientOptions = { url: string; clients: number };

const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

class RejectedRequest extends Error {}

/** Clients that send one request at a time and retry it with the same events until it is acknowledged. */
export class LedgerClients {
  readonly acknowledged = new Set<string>();
  retries = 0;
  readonly #options: ClientOptions;
  #running: Promise<unknown> = Promise.resolve();
  #isStopping = false;
  #isAborted = false;
  #scriptHashes: readonly string[] = [];

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Starts the clients, which are distributed evenly over the accounts. */
  start(scriptHashes: readonly string[]) {
    this.#scriptHashes = scriptHashes;
    this.#running = Promise.all(Array.from({ length: this.#options.clients }, (_, number) => this.#send(number)));
    // Without a handler, a failure would end the process before `stop` reports it.
    this.#running.catch(() => {});
  }

  /** Waits until every request in flight is acknowledged, so that no outcome is unknown. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  /** Stops the clients even if outcomes are unknown. */
  async abort(): Promise<void> {
    this.#isStopping = true;
    this.#isAborted = true;
    await this.#running.catch(() => {});
  }

  async #send(number: number) {
    for (let turn = 0; !this.#isStopping; turn++) {
      const ids = Array.from({ length: 1 + (turn % 3) }, () => randomUUID());
      const events = ids.map((id) => ({
        id,
        kind: 'page_view',
        occurred_at: Date.now(),
        url: `https://shop.example/${turn % 50}`,
        title: 'A page',
      }));
      while (!(await this.#post(number, events))) {
        if (this.#isAborted) return;
        this.retries++;
        await pause(40);
      }
      for (const id of ids) this.acknowledged.add(id);
    }
  }

  async #post(number: number, events: object[]): Promise<boolean> {
    const { url } = this.#options;
    try {
      const response = await fetch(`${url}/collect`, {
        method: 'POST',
        headers: { 'user-agent': userAgent, 'x-forwarded-for': `143.164.${number % 250}.10` },
        body: JSON.stringify({
          script_hash: itemAt(this.#scriptHashes, number % this.#scriptHashes.length),
          sent_at: Date.now(),
          visitor_id: `client ${number}`,
          events,
        }),
        signal: AbortSignal.timeout(20_000),
      });
      await response.arrayBuffer();
      if (response.status >= 400 && response.status < 500)
        throw new RejectedRequest(`The collector rejected a valid request: ${response.status}`);
      return response.ok;
    } catch (error) {
      if (error instanceof RejectedRequest) throw error;
      return false;
    }
  }
}
