import { AsyncLocalStorage } from 'node:async_hooks';

/** Something that is busy for a piece of work and can be stopped, such as a connection to the database with its query. */
export type Cancellable = { cancel(): Promise<unknown> };

const current = new AsyncLocalStorage<CancellableWork>();

/** Work that can be given up: what it holds is cancelled, and it gets no more of it. */
export class CancellableWork {
  readonly #held = new Set<Cancellable>();
  #cancelling: Promise<unknown> | null = null;

  static current(): CancellableWork | undefined {
    return current.getStore();
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return current.run(this, work);
  }

  cancel(): void {
    this.#cancelling = Promise.allSettled([...this.#held].map((held) => held.cancel()));
  }

  hold(held: Cancellable): void {
    if (this.#cancelling) throw new Error('The work was given up.');
    this.#held.add(held);
  }

  /** What is held goes back only after its cancellation has arrived, or that would hit the next one who uses it. */
  async letGo(held: Cancellable): Promise<void> {
    await this.#cancelling;
    this.#held.delete(held);
  }
}
