import type { Logger } from 'pino';
import { laneCount } from '../domain/accounts/account.ts';
import type { Lane } from '../domain/events/lanes.ts';
import type { PipelineContext } from '../domain/ingestion/batch.ts';
import { findWaitingLanes } from '../domain/ingestion/lanes/find-waiting-lanes.ts';
import { handleLanes } from '../domain/ingestion/lanes/handle-lane.ts';
import { pause } from '../lib/pause.ts';
import { inSpan, type SpanOptions } from '../lib/tracing.ts';
import { groupLanes } from './group-lanes.ts';

export type PipelineWatch = { handled(entries: number): void; waiting(lanes: number): void };

const batch: SpanOptions = { kind: 'consumer' };
const idleMs = 150;
const errorPauseMs = 1000;
/** Above this many requests per round, waiting briefly pays off: several requests of a visitor then update a visit once. */
const busyRequests = 500;
const busyRoundMs = 1000;

/** Handles the lanes with waiting events, a few at a time, until it is stopped. */
export class PipelineWorker {
  readonly #ctx: PipelineContext;
  readonly #log: Logger;
  readonly #watch: PipelineWatch;
  readonly #concurrency: number;
  readonly #firstTurn = Math.floor(Math.random() * 65_536);
  readonly #stopping = new AbortController();
  #isHealthy = true;
  #running: Promise<void> | null = null;

  constructor(ctx: PipelineContext, watch: PipelineWatch, concurrency: number) {
    this.#ctx = ctx;
    this.#log = ctx.log;
    this.#watch = watch;
    this.#concurrency = concurrency;
  }

  start() {
    this.#running = this.#run();
  }

  /** Whether the last round had no errors. */
  get isHealthy(): boolean {
    return this.#isHealthy;
  }

  /** Waits for the batches in progress. */
  async stop() {
    this.#stopping.abort();
    await this.#running;
  }

  async #run() {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      let pauseMs = idleMs;
      const beganMs = performance.now();
      try {
        const lanes = await findWaitingLanes(this.#ctx);
        this.#watch.waiting(lanes.length);
        const handled = await this.#handle(lanes);
        if (handled > 0) pauseMs = handled < busyRequests ? 0 : busyRoundMs - (performance.now() - beganMs);
        this.#isHealthy = true;
      } catch (error) {
        this.#isHealthy = false;
        this.#log.error({ err: error }, 'The pipeline failed; retrying');
        pauseMs = errorPauseMs;
      }
      if (pauseMs > 0) await pause(pauseMs, signal);
    }
  }

  /** A failing lane does not block the others; its error is thrown at the end. */
  async #handle(lanes: Lane[]): Promise<number> {
    const waiting = groupLanes(this.#inTurn(lanes), this.#concurrency);
    const failures: unknown[] = [];
    let handled = 0;
    const work = async () => {
      for (let next = waiting.shift(); next && !this.#stopping.signal.aborted; next = waiting.shift()) {
        try {
          const entries = await this.#handleLanes(next);
          if (entries > 0) this.#watch.handled(entries);
          handled += entries;
        } catch (error) {
          failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: this.#concurrency }, work));
    if (failures.length > 0) throw failures[0];
    return handled;
  }

  #handleLanes(lanes: Lane[]): Promise<number> {
    return inSpan('pipeline batch', batch, async (span) => {
      const entries = await handleLanes(this.#ctx, lanes);
      span?.set({ 'leadlight.requests': entries });
      return entries;
    });
  }

  /** Orders the lanes so that none waits longer than a round. Each worker starts at a different lane to avoid contention. */
  #inTurn(lanes: Lane[]): Lane[] {
    const turnOf = ({ accountId, lane }: Lane) => (Number(accountId) * laneCount + lane + this.#firstTurn) % 65_536;
    return lanes.toSorted((a, b) => turnOf(a) - turnOf(b));
  }
}
