/** The pipeline waits while a step holds the lanes of an account, so a step must be much shorter than the promised lag of two seconds. */
export const targetMs = 250;

/** The number of rows per step of long work, adapted to the time that the previous steps took. */
export class StepSize {
  readonly #min: number;
  readonly #max: number;
  #size: number;

  constructor({ first = 100, min = 50, max = 2000 } = {}) {
    this.#size = first;
    this.#min = min;
    this.#max = max;
  }

  get rows(): number {
    return this.#size;
  }

  /** Runs a step and adapts the size to the time it took. */
  async measure<Result>(step: () => Promise<Result>): Promise<Result> {
    const startMs = performance.now();
    const result = await step();
    this.adapt(performance.now() - startMs);
    return result;
  }

  /** At most doubles or halves the size, so that one slow step has little effect. */
  adapt(tookMs: number): void {
    const factor = Math.min(2, Math.max(0.5, targetMs / Math.max(1, tookMs)));
    this.#size = Math.round(Math.min(this.#max, Math.max(this.#min, this.#size * factor)));
  }
}
