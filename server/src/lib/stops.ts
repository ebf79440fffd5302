/** What must be stopped at the end, the last begun first. Once stopping, whatever else begins is stopped at once. */
export class Stops {
  readonly #waiting: (() => unknown)[] = [];
  readonly #stopping = new AbortController();
  readonly #overdue = new AbortController();
  readonly #graceMs: number;

  constructor(graceMs = 4000) {
    this.#graceMs = graceMs;
  }

  /** Aborted when stopping begins: a start that is under way is given up. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Aborted when stopping has taken so long that work in flight must be cancelled. */
  get overdue(): AbortSignal {
    return this.#overdue.signal;
  }

  /** Called right after something has begun. Throws when it came too late. */
  async add(stop: () => unknown): Promise<void> {
    if (this.#stopping.signal.aborted) {
      await stop();
      throw new Error('Stopped while starting.');
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
