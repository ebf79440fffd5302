import type { Logger } from 'pino';
import { Random } from '../lib/random.ts';
import type { DemoFile } from './demo-file.ts';
import type { DemoVisitors } from './demo-visitors.ts';
import { KeyRefused, postEvents } from './post-events.ts';
import { type DemoEvent, selectVisitor, visit } from './traffic.ts';

/** Sends a live visit about every half minute, page by page in real time, so that a new user sees visits arrive. */
export class LiveTraffic {
  readonly #url: string;
  readonly #demo: DemoFile;
  readonly #visitors: DemoVisitors;
  readonly #log: Logger;
  readonly #random: Random;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(url: string, demo: DemoFile, visitors: DemoVisitors, log: Logger) {
    this.#url = url;
    this.#demo = demo;
    this.#visitors = visitors;
    this.#log = log;
    this.#random = new Random(demo.seed + Date.now());
  }

  start() {
    this.#schedule(2000, () => this.#startVisit());
  }

  stop() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #startVisit() {
    const nowMs = Date.now();
    for (const event of visit(nowMs, selectVisitor(this.#visitors, this.#random), this.#random)) {
      this.#schedule(Date.parse(event.occurred_at) - nowMs, () => this.#send(event));
    }
    this.#schedule(this.#random.between(15_000, 45_000), () => this.#startVisit());
  }

  #send(event: DemoEvent) {
    postEvents(this.#url, this.#demo, [event]).catch((error) => {
      if (!(error instanceof KeyRefused)) return this.#log.warn({ err: error }, 'Could not send a demo event');
      if (this.#timers.size > 0) this.#log.info('The API key of the demo is rejected, so no more demo visits are sent');
      this.stop();
    });
  }

  #schedule(delayMs: number, callback: () => void) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      callback();
    }, delayMs);
    timer.unref();
    this.#timers.add(timer);
  }
}
