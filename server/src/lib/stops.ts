/** What must be stopped at the end, the last begun first. Once stopping, whatever else begins is stopped at once. */
export class Stops {
  readonly #waiting: (() => unknown)[] = [];
  #stopping = false;

  /** Called right after something has begun. Throws when it came too late. */
  async add(stop: () => unknown): Promise<void> {
    if (this.#stopping) {
      await stop();
      throw new Error('Stopped while starting.');
    }
    this.#waiting.push(stop);
  }

  async run(): Promise<void> {
    this.#stopping = true;
    for (let stop = this.#waiting.pop(); stop; stop = this.#waiting.pop()) await stop();
  }
}
