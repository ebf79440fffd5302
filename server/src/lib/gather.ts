import { CancellableWork } from './cancellable-work.ts';

/** Something asked for, and how many still wait for it. */
type Question<Value> = PromiseWithResolvers<Value | undefined> & { waiting: number; batch: Batch | null };
/** What is asked for together. */
type Batch = { work: CancellableWork; waiting: number };

/** While the database answers one load, the process may prepare another. */
const mostLoads = 4;

/**
 * Asks for many keys at once: whatever is asked while the last load is under way makes up the next one. A load begins after each
 * of its questions, so an answer is never older than its question. A cancelled caller does not affect the others; a load that
 * nobody waits for any more is cancelled.
 */
export class Gatherer<Key, Value> {
  readonly #load: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>;
  readonly #mostKeys: number;
  readonly #next = new Map<Key, Question<Value>>();
  #running = 0;

  constructor(load: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>, mostKeys: number) {
    this.#load = load;
    this.#mostKeys = mostKeys;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  ask(key: Key): Promise<Value | undefined> {
    let question = this.#next.get(key);
    if (!question) {
      question = { ...Promise.withResolvers<Value | undefined>(), waiting: 0, batch: null };
      this.#next.set(key, question);
    }
    question.waiting++;
    if (this.#running < mostLoads) {
      this.#running++;
      // Those who ask in the same turn of the event loop come along.
      setImmediate(() => void this.#run());
    }
    return this.#untilGivenUp(question);
  }

  #untilGivenUp(question: Question<Value>): Promise<Value | undefined> {
    const work = CancellableWork.current();
    if (!work) return question.promise;
    const held = {
      cancel: async () => {
        question.waiting--;
        const { batch } = question;
        if (batch && --batch.waiting === 0) batch.work.cancel();
      },
    };
    work.hold(held);
    return question.promise.finally(() => work.letGo(held));
  }

  async #run() {
    while (this.#next.size > 0) {
      const batch: Batch = { work: new CancellableWork(), waiting: 0 };
      const questions = this.#take(batch);
      if (questions.size === 0) continue;
      try {
        // The load belongs to no single one of those who asked.
        const values = await batch.work.run(() => this.#load([...questions.keys()]));
        for (const [key, question] of questions) question.resolve(values.get(key));
      } catch (error) {
        for (const question of questions.values()) question.reject(error);
      }
    }
    this.#running--;
  }

  /** Takes the oldest questions that somebody still waits for. */
  #take(batch: Batch): Map<Key, Question<Value>> {
    const taken = new Map<Key, Question<Value>>();
    for (const [key, question] of this.#next) {
      if (taken.size === this.#mostKeys) break;
      this.#next.delete(key);
      if (question.waiting === 0) {
        question.resolve(undefined);
        continue;
      }
      question.batch = batch;
      batch.waiting += question.waiting;
      taken.set(key, question);
    }
    return taken;
  }
}
