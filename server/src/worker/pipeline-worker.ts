import type { Logger } from 'pino';
import type { Lane } from '../domain/events/lanes.ts';
import type { PipelineContext } from '../domain/ingestion/batch.ts';
import { findWaitingLanes } from '../domain/ingestion/lanes/find-waiting-lanes.ts';
import { handleLane } from '../domain/ingestion/lanes/handle-lane.ts';

import { inSpan, type SpanOptions } from '../lib/tracing.ts';

export type PipelineWatch = { handled(entries: number): void; waiting(lanes: number): void };

const batch: SpanOptions = { kind: 'consumer' };
const idleMs = 150;
const troubleMs = 1000;
/** With so many requests in one walk it pays to let more come together: the requests of a visitor then change a visit once. */
const busyRequests = 500;
const busyWalkMs = 1000;

/** Walks through the lanes in which something waits, a few at a time, until it is stopped. */
export class PipelineWorker {
  readonly #ctx: PipelineContext;
  readonly #log: Logger;
  readonly #watch: PipelineWatch;
  readonly #concurrency: number;
  readonly #firstTurn = Math.floor(Math.random() * 65_536);
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
      const beganMs = performance.now();
      try {
        const lanes = await findWaitingLanes(this.#ctx);
        this.#watch.waiting(lanes.length);
        const handled = await this.#handle(lanes);
        if (handled > 0) pauseMs = handled < busyRequests ? 0 : busyWalkMs - (performance.now() - beganMs);
        this.#isWell = true;
      } catch (error) {
        this.#isWell = false;
        this.#log.error({ err: error }, 'The pipeline could not go on; trying again');
        pauseMs = troubleMs;
      }
      if (pauseMs > 0) await this.#pause(pauseMs);
    }
  }

  /** A lane that fails does not keep the others waiting; that it failed is told when all have been walked through. */
  async #handle(lanes: Lane[]): Promise<number> {
    const waiting = this.#inTurn(lanes);
    const failures: unknown[] = [];
    let handled = 0;
    const walk = async () => {
      for (let lane = waiting.pop(); lane && !this.#stopping; lane = waiting.pop()) {
        try {
          const entries = await this.#handleLane(lane);
          if (entries > 0) this.#watch.handled(entries);
          handled += entries;
        } catch (error) {
          failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: this.#concurrency }, walk));
    if (failures.length > 0) throw failures[0];
    return handled;
  }

  #handleLane(lane: Lane): Promise<number> {
    return inSpan('pipeline batch', batch, async (span) => {
      const entries = await handleLane(this.#ctx, lane);
      span?.set({ 'leadlight.requests': entries });
      return entries;
    });
  }

  /**
   * Always in the same order, so that no lane waits for longer than a walk takes. Several workers begin at different lanes, or
   * they would all try the same one first.
   */
  #inTurn(lanes: Lane[]): Lane[] {
    const turnOf = ({ accountId, lane }: Lane) => (Number(accountId) * 8 + lane + this.#firstTurn) % 65_536;
    return lanes.toSorted((a, b) => turnOf(b) - turnOf(a));
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
