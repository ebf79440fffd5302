/** Graceful shutdown: runs stop functions in reverse order of their registration. */
export class Shutdown {
  readonly #waiting: (() => unknown)[] = [];
  readonly #stopping = new AbortController();
  readonly #overdue = new AbortController();
  readonly #graceMs: number;

  constructor(graceMs = 4000) {
    this.#graceMs = graceMs;
  }

  /** Aborted when stopping begins, to cancel a start in progress. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Aborted when stopping takes too long, to cancel work in flight. */
  get overdue(): AbortSignal {
    return this.#overdue.signal;
  }

  /** Registers the stop function of a part that has just been started. If stopping has already begun, runs it immediately and throws. */
  async add(stop: () => unknown): Promise<void> {
    if (this.#stopping.signal.aborted) {
      await stop();
      throw new Error('Stopped during startup.');
    }
    this.#waiting.push(stop);
  }

  async run(): Promise<void> {
    this.#stopping.abort();
    const timer = setTimeout(() => this.#overdue.abort(), this.#graceMs);
    try {
      for (let stop = this.#waiting.pop(); stop; stop = this.#waiting.pop()) await stop();
    } finally {
      clearTimeout(timer);
    }
  }
}
