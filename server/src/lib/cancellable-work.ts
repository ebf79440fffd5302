import { AsyncLocalStorage } from 'node:async_hooks';

/** A resource in use that can be cancelled, such as a database connection with its query. */
export type Cancellable = { cancel(): Promise<unknown> };

const current = new AsyncLocalStorage<CancellableWork>();

/** Work that can be cancelled. Cancelling it also cancels everything it holds; after that, it cannot hold anything else. */
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
    if (this.#cancelling) throw new Error('The work was cancelled.');
    this.#held.add(held);
  }

  /** Waits for a pending cancellation, which could otherwise cancel the work of the next user of the resource. */
  async release(held: Cancellable): Promise<void> {
    await this.#cancelling;
    this.#held.delete(held);
  }
}
