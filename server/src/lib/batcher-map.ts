import { Batcher, type BatcherOptions, type Call } from './batcher.ts';

/** Keeps one batcher per key, such as an account, and removes a batcher when it is idle. */
export class BatcherMap<Item, Result> {
  readonly #work: (key: string, calls: readonly Call<Item, Result>[]) => Promise<void>;
  readonly #options: BatcherOptions<Item>;
  readonly #batchers = new Map<string, Batcher<Item, Result>>();

  constructor(work: (key: string, calls: readonly Call<Item, Result>[]) => Promise<void>, options: BatcherOptions<Item>) {
    this.#work = work;
    this.#options = options;
  }

  call(key: string, item: Item): Promise<Result> {
    let batcher = this.#batchers.get(key);
    if (!batcher) {
      batcher = new Batcher((calls) => this.#work(key, calls), { ...this.#options, onIdle: () => this.#batchers.delete(key) });
      this.#batchers.set(key, batcher);
    }
    return batcher.call(item);
  }
}
