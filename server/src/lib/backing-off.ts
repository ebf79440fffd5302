const firstPauseMs = 800;
const maxPauseMs = 10_000;

/** The next pause: doubles while there is more to do. `beforeMs` is null if there was nothing to do for a while. */
export function nextPauseMs(beforeMs: number | null): number {
  return beforeMs === null ? firstPauseMs : Math.min(maxPauseMs, beforeMs * 2);
}

/**
 * Combines values and passes them on: the first one at once, further ones together after a pause that doubles while they keep coming.
 */
export class BackingOff<Value> {
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
    this.#pauseMs = nextPauseMs(null);
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
      this.#pauseMs = nextPauseMs(this.#pauseMs);
      this.#flush();
    }, this.#pauseMs);
    this.#send(values);
  }
}
