import type { Logger } from 'pino';
import { Random } from '../lib/random.ts';
import type { Cast } from './cast.ts';
import type { DemoFile } from './demo-file.ts';
import { postEvents } from './post-events.ts';
import { chooseVisitor, type DemoEvent, visit } from './traffic.ts';

/** Sends a live visit about every half minute, page by page in real time, so that a new user sees visits arrive. */
export class LiveTraffic {
  readonly #url: string;
  readonly #demo: DemoFile;
  readonly #cast: Cast;
  readonly #log: Logger;
  readonly #random: Random;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(url: string, demo: DemoFile, cast: Cast, log: Logger) {
    this.#url = url;
    this.#demo = demo;
    this.#cast = cast;
    this.#log = log;
    this.#random = new Random(demo.seed + Date.now());
  }

  start() {
    this.#later(2000, () => this.#comeIn());
  }

  stop() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #comeIn() {
    const nowMs = Date.now();
    for (const event of visit(nowMs, chooseVisitor(this.#cast, this.#random), this.#random)) {
      this.#later(Date.parse(event.occurred_at) - nowMs, () => this.#send(event));
    }
    this.#later(this.#random.between(15_000, 45_000), () => this.#comeIn());
  }

  #send(event: DemoEvent) {
    postEvents(this.#url, this.#demo, [event]).catch((error) => this.#log.warn({ err: error }, 'Could not send a demo visit'));
  }

  #later(ms: number, act: () => void) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }
}
