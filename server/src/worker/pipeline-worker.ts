import type { Logger } from 'pino';
import { findWork } from '../domain/ingestion/find-work.ts';
import { handleLane, type Lane, type PipelineContext } from '../domain/ingestion/handle-lane.ts';

export type PipelineWatch = { handled(entries: number): void; waiting(lanes: number): void };

const idleMs = 150;
const troubleMs = 1000;

/** Walks through the lanes in which something waits, a few at a time, until it is stopped. */
export class PipelineWorker {
  readonly #ctx: PipelineContext;
  readonly #log: Logger;
  readonly #watch: PipelineWatch;
  readonly #concurrency: number;
  #stopping = false;
  #isWell = true;
  #running: Promise<void> | null = null;
  #wake: () => void = () => {};

  constructor(ctx: PipelineContext, watch: PipelineWatch, concurrency: number) {
    this.#ctx = ctx;
    this.#log = ctx.log;
    this.#watch = watch;
    this.#concurrency = concurrency;
  }

  start() {
    this.#running = this.#run();
  }

  /** Whether the last walk through the lanes went without a failure. */
  get isWell(): boolean {
    return this.#isWell;
  }

  /** Lets the batches under way end. */
  async stop() {
    this.#stopping = true;
    this.#wake();
    await this.#running;
  }

  async #run() {
    while (!this.#stopping) {
      let pauseMs = idleMs;
      try {
        const lanes = await findWork(this.#ctx);
        this.#watch.waiting(lanes.length);
        if ((await this.#handle(lanes)) > 0) pauseMs = 0;
        this.#isWell = true;
      } catch (error) {
        this.#isWell = false;
        this.#log.error({ err: error }, 'The pipeline could not go on; trying again');
        pauseMs = troubleMs;
      }
      if (pauseMs > 0) await this.#pause(pauseMs);
    }
  }

  async #handle(lanes: Lane[]): Promise<number> {
    // Several workers begin at different lanes, or they would all try the same one first.
    const waiting = shuffle(lanes);
    let handled = 0;
    const walk = async () => {
      for (let lane = waiting.pop(); lane && !this.#stopping; lane = waiting.pop()) {
        const entries = await handleLane(this.#ctx, lane);
        if (entries > 0) this.#watch.handled(entries);
        handled += entries;
      }
    };
    await Promise.all(Array.from({ length: this.#concurrency }, walk));
    return handled;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function shuffle<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
