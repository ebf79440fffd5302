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
  #isRequested = false;
  #pauseMs = firstPauseMs;
  /** Cost of the last send so far. */
  #costMs = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(send: () => void) {
    this.#send = send;
  }

  request(): void {
    this.#isRequested = true;
    if (this.#timer !== null) return;
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
    this.#wait(this.#pauseMs, 0);
    this.#send();
  }

  #wait(ms: number, waitedMs: number): void {
    this.#timer = setTimeout(() => {
      // The cost is known only after the send.
      const costlyMs = Math.min(maxCostlyPauseMs, this.#costMs * costFactor) - waitedMs - ms;
      if (costlyMs > 0) {
        this.#wait(costlyMs, waitedMs + ms);
        return;
      }
      this.#timer = null;
      if (!this.#isRequested) return;
      this.#pauseMs = Math.min(maxPauseMs, this.#pauseMs * 2);
      this.#flush();
    }, ms);
  }
}
