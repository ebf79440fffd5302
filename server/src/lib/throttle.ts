const firstPauseMs = 800;
/** The longest pause, unless the sends cost more. */
const maxPauseMs = 10_000;
const maxCostlyPauseMs = 60_000;
/** The pause after a send lasts at least this many times its cost. */
const costFactor = 30;

/**
 * Throttles with exponential backoff: sends the first request at once, and combines later ones into one after a pause. The pause doubles as
 * long as requests keep coming, and grows with the cost of what was sent.
 */
export class Throttle {
  readonly #send: () => void;
  readonly #now: () => number;
  #isRequested = false;
  #pauseMs = firstPauseMs;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  /** Cost of the last send so far. */
  #costMs = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(send: () => void, now: () => number = () => performance.now()) {
    this.#send = send;
    this.#now = now;
  }

  request(): void {
    this.#isRequested = true;
    if (this.#timer !== null) return;
    const remainingMs = this.#remainingMs();
    if (remainingMs > 0) {
      this.#wait(remainingMs);
      return;
    }
    this.#pauseMs = firstPauseMs;
    this.#flush();
  }

  addCost(ms: number): void {
    this.#costMs += ms;
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isRequested = false;
  }

  #flush(): void {
    this.#isRequested = false;
    this.#costMs = 0;
    this.#sentAtMs = this.#now();
    this.#wait(this.#pauseMs);
    this.#send();
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#isRequested) return;
      const remainingMs = this.#remainingMs();
      if (remainingMs > 0) {
        this.#wait(remainingMs);
        return;
      }
      this.#pauseMs = Math.min(maxPauseMs, this.#pauseMs * 2);
      this.#flush();
    }, ms);
  }

  /** How much longer the pause lasts because of the cost, which is known only after the send. */
  #remainingMs(): number {
    return this.#sentAtMs + Math.min(maxCostlyPauseMs, this.#costMs * costFactor) - this.#now();
  }
}
