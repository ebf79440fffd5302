const firstPauseMs = 800;
const maxPauseMs = 10_000;

/**
 * Throttles with exponential backoff: sends the first values at once, and combines later ones into one call after a pause. The pause
 * doubles as long as values keep coming.
 */
export class Throttle<Value> {
  readonly #send: (values: Value[]) => void;
  readonly #waiting = new Set<Value>();
  #pauseMs = firstPauseMs;
  #timer: NodeJS.Timeout | null = null;

  constructor(send: (values: Value[]) => void) {
    this.#send = send;
  }

  add(values: Iterable<Value>): void {
    for (const value of values) this.#waiting.add(value);
    if (this.#timer !== null || this.#waiting.size === 0) return;
    this.#pauseMs = firstPauseMs;
    this.#flush();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting.clear();
  }

  #flush(): void {
    const values = [...this.#waiting];
    this.#waiting.clear();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#waiting.size === 0) return;
      this.#pauseMs = Math.min(maxPauseMs, this.#pauseMs * 2);
      this.#flush();
    }, this.#pauseMs);
    this.#send(values);
  }
}
