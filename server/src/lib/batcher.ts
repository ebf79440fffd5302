import { CancellableWork } from './cancellable-work.ts';

/** Receives the outcome of a call. */
export type Settle<Result> = { resolve(result: Result): void; reject(error: unknown): void };

/** A call in a batch. The work settles each call once, at any time; if it throws, the calls it has not settled are rejected. */
export type Call<Item, Result> = Settle<Result> & { readonly item: Item };

export type BatcherOptions<Item> = {
  /** Maximum number of batches in flight; further calls wait and share the next batch. */
  maxInFlight: number;
  /** Maximum number of calls in a batch. */
  maxCalls?: number;
  /** Maximum sum of `sizeOf` in a batch. A single call may exceed it. */
  maxBytes?: number;
  sizeOf?(item: Item): number;
  /** Calls with the same key that are waiting for a batch count as one and share its result. */
  keyOf?(item: Item): string;
  /**
   * After a batch of at least `busyCalls`, the next one waits for more calls until `ms` after the start of that batch. It starts earlier if
   * it has `enoughCalls`, or as many as recent batches had: if every sender waits for its response, no more calls will come.
   */
  wait?: { ms: number; busyCalls: number; enoughCalls: number };
  /** Receives the error if a `Settle` function throws; the other calls are not affected. */
  onSettleError?(error: unknown): void;
  onIdle?(): void;
};

/** Factor by which the size of the largest recent batch decays with each batch. */
const recentDecay = 0.9;

type Shared<Item, Result> = { call: QueuedCall<Item, Result>; promise: Promise<Result> };
type Work<Item, Result> = (calls: readonly Call<Item, Result>[]) => Promise<void>;

/**
 * Batching (data loader): does the work of many calls at once. Calls share a batch if they arrive in the same turn of the event loop,
 * while `maxInFlight` batches are in flight, or during `wait`. A batch starts after all of its calls, so no result is older than its call.
 *
 * A batch runs outside of the callers' CancellableWork: a cancelled caller does not affect the others. A batch without callers is
 * cancelled.
 */
export class Batcher<Item, Result = void> {
  readonly #work: Work<Item, Result>;
  readonly #options: BatcherOptions<Item>;
  #waiting: QueuedCall<Item, Result>[] = [];
  readonly #byKey = new Map<string, Shared<Item, Result>>();
  #inFlight = 0;
  #isScheduled = false;
  #lastStartMs = Number.NEGATIVE_INFINITY;
  #lastCalls = 0;
  /** Size of the largest recent batch. Decays, so that it adapts to fewer senders. */
  #recentCalls = 0;
  #timer: NodeJS.Timeout | null = null;
  #drained: PromiseWithResolvers<void> | null = null;

  constructor(work: Work<Item, Result>, options: BatcherOptions<Item>) {
    this.#work = work;
    this.#options = options;
  }

  /** The number of calls that no batch has taken yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  call(item: Item): Promise<Result> {
    const work = CancellableWork.current();
    if (!work) return this.#join(item).promise;
    const held = { cancel: async () => shared.call.leave() };
    work.hold(held);
    const shared = this.#join(item);
    return shared.promise.finally(() => work.release(held));
  }

  /** The same as `call` without a promise and without cancellation, for hot paths. */
  push(item: Item, settle: Settle<Result>): void {
    this.#push(item, settle, undefined);
  }

  /** Resolves when nothing is waiting or in flight. */
  drain(): Promise<void> {
    if (this.#isIdle) return Promise.resolve();
    this.#drained ??= Promise.withResolvers<void>();
    return this.#drained.promise;
  }

  get #isIdle(): boolean {
    return this.#inFlight === 0 && this.#waiting.length === 0;
  }

  #join(item: Item): Shared<Item, Result> {
    const key = this.#options.keyOf?.(item);
    const existing = key === undefined ? undefined : this.#byKey.get(key);
    if (existing) {
      existing.call.callers++;
      return existing;
    }
    const { promise, ...settle } = Promise.withResolvers<Result>();
    const shared = { call: this.#push(item, settle, key), promise };
    if (key !== undefined) this.#byKey.set(key, shared);
    return shared;
  }

  #push(item: Item, settle: Settle<Result>, key: string | undefined): QueuedCall<Item, Result> {
    const call = new QueuedCall(item, settle, key, this.#options);
    this.#waiting.push(call);
    this.#schedule();
    return call;
  }

  #schedule() {
    if (this.#isScheduled || this.#waiting.length === 0 || this.#inFlight >= this.#options.maxInFlight) return;
    const waitMs = this.#waitMs();
    if (waitMs > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = null;
        this.#schedule();
      }, waitMs);
      return;
    }
    this.#isScheduled = true;
    // Calls in the same turn of the event loop share the batch.
    setImmediate(() => void this.#start());
  }

  #waitMs(): number {
    const { wait } = this.#options;
    if (!wait || this.#lastCalls < wait.busyCalls || this.#waiting.length >= Math.min(wait.enoughCalls, this.#recentCalls)) return 0;
    return this.#lastStartMs + wait.ms - performance.now();
  }

  async #start() {
    this.#isScheduled = false;
    this.#inFlight++;
    const batch = new Batch();
    const calls = this.#take(batch);
    this.#lastStartMs = performance.now();
    this.#lastCalls = calls.length;
    this.#recentCalls = Math.max(calls.length, this.#recentCalls * recentDecay);
    this.#schedule();
    try {
      if (calls.length > 0) await batch.work.run(() => this.#work(calls));
      for (const call of calls) if (!call.isSettled) call.reject(new Error('The batch ended without a result for this call.'));
    } catch (error) {
      for (const call of calls) if (!call.isSettled) call.reject(error);
    }
    this.#inFlight--;
    this.#schedule();
    if (!this.#isIdle) return;
    this.#drained?.resolve();
    this.#drained = null;
    this.#options.onIdle?.();
  }

  /** Takes the oldest calls up to the limits, skipping those that all callers have cancelled. */
  #take(batch: Batch): QueuedCall<Item, Result>[] {
    const { maxCalls = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY, sizeOf } = this.#options;
    const taken: QueuedCall<Item, Result>[] = [];
    let bytes = 0;
    let count = 0;
    for (const call of this.#waiting) {
      if (taken.length === maxCalls) break;
      if (sizeOf) bytes += sizeOf(call.item);
      if (bytes > maxBytes && taken.length > 0) break;
      count++;
      if (call.key !== undefined) this.#byKey.delete(call.key);
      if (call.callers === 0) {
        call.reject(new Error('The call was cancelled.'));
        continue;
      }
      call.batch = batch;
      batch.callers += call.callers;
      taken.push(call);
    }
    this.#waiting = count === this.#waiting.length ? [] : this.#waiting.slice(count);
    return taken;
  }
}

class Batch {
  readonly work = new CancellableWork();
  callers = 0;
}

class QueuedCall<Item, Result> implements Call<Item, Result> {
  readonly item: Item;
  readonly key: string | undefined;
  readonly #settle: Settle<Result>;
  readonly #options: BatcherOptions<Item>;
  batch: Batch | null = null;
  callers = 1;
  isSettled = false;

  constructor(item: Item, settle: Settle<Result>, key: string | undefined, options: BatcherOptions<Item>) {
    this.item = item;
    this.key = key;
    this.#settle = settle;
    this.#options = options;
  }

  /** Called when a caller is cancelled. Cancels the batch if it has no other callers. */
  leave() {
    this.callers--;
    if (this.batch && --this.batch.callers === 0) this.batch.work.cancel();
  }

  resolve(result: Result) {
    this.isSettled = true;
    try {
      this.#settle.resolve(result);
    } catch (error) {
      this.#options.onSettleError?.(error);
    }
  }

  reject(error: unknown) {
    this.isSettled = true;
    try {
      this.#settle.reject(error);
    } catch (failure) {
      this.#options.onSettleError?.(failure);
    }
  }
}
