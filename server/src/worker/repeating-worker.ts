import type { Context } from '../domain/context.ts';
import { pause } from '../lib/pause.ts';

type RepeatedTask = {
  run(ctx: Context): Promise<unknown>;
  /** Time between the end of a run and the start of the next. */
  pauseMs: number;
  /** Logged when a run fails. */
  failure: string;
};

/** Repeats a task that usually finds little to do, until it is stopped. */
export class RepeatingWorker {
  readonly #ctx: Context;
  readonly #task: RepeatedTask;
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;

  constructor(ctx: Context, task: RepeatedTask) {
    this.#ctx = ctx;
    this.#task = task;
  }

  start() {
    this.#running = this.#repeat();
  }

  /** Waits for the run in progress. */
  async stop() {
    this.#stopping.abort();
    await this.#running;
  }

  async #repeat() {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#task.run(this.#ctx);
      } catch (error) {
        this.#ctx.log.error({ err: error }, this.#task.failure);
      }
      await pause(this.#task.pauseMs, signal);
    }
  }
}
