import type { Logger } from 'pino';
import type { PipelineContext } from '../domain/ingestion/batch.ts';
import { findWaitingLanes } from '../domain/ingestion/lanes/find-waiting-lanes.ts';
import { processLanes } from '../domain/ingestion/lanes/process-lane.ts';
import type { Lane } from '../domain/lanes/lanes.ts';
import { pause } from '../lib/pause.ts';
import { inSpan, type SpanOptions } from '../lib/tracing.ts';
import { groupLanes } from './group-lanes.ts';
import { LaneOrder } from './lane-order.ts';

export type PipelineWatch = { onProcessed(requests: number): void; onWaiting(lanes: number): void };

const batchSpan: SpanOptions = { kind: 'consumer' };
const idleMs = 150;
const errorPauseMs = 1000;
/**
 * A round with at least this many requests, in total and per lane, is busy: the next one starts no sooner than `minBusyRoundMs` after it
 * began, so that several requests of a visitor update a visit once. With fewer requests per lane, for example with many small accounts,
 * waiting would only add delay.
 */
const busyRequests = 500;
const busyRequestsPerLane = 4;
const minBusyRoundMs = 1000;

/** Processes the lanes with waiting events, a few at a time, until it is stopped. */
export class PipelineWorker {
  readonly #ctx: PipelineContext;
  readonly #log: Logger;
  readonly #watch: PipelineWatch;
  readonly #concurrency: number;
  readonly #order = new LaneOrder();
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
      const startMs = performance.now();
      try {
        const lanes = await findWaitingLanes(this.#ctx);
        this.#watch.onWaiting(lanes.length);
        const processed = await this.#processAll(lanes);
        const isBusy = processed >= busyRequests && processed >= busyRequestsPerLane * lanes.length;
        if (processed > 0) pauseMs = isBusy ? minBusyRoundMs - (performance.now() - startMs) : 0;
        this.#isHealthy = true;
      } catch (error) {
        this.#isHealthy = false;
        this.#log.error({ err: error }, 'The pipeline failed; retrying');
        pauseMs = errorPauseMs;
      }
      if (pauseMs > 0) await pause(pauseMs, signal);
    }
  }

  /** A failing group does not stop the others; the errors are thrown at the end. */
  async #processAll(lanes: Lane[]): Promise<number> {
    const groups = groupLanes(this.#order.next(lanes), this.#concurrency);
    const failures: unknown[] = [];
    let processed = 0;
    const work = async () => {
      for (let next = groups.shift(); next && !this.#stopping.signal.aborted; next = groups.shift()) {
        try {
          const requests = await this.#processGroup(next);
          if (requests > 0) this.#watch.onProcessed(requests);
          processed += requests;
        } catch (error) {
          failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: this.#concurrency }, work));
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
    return processed;
  }

  #processGroup(lanes: Lane[]): Promise<number> {
    return inSpan('pipeline batch', batchSpan, async (span) => {
      const requests = await processLanes(this.#ctx, lanes);
      span?.set({ 'leadlight.requests': requests });
      return requests;
    });
  }
}
