import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** The preceding batch was rolled back, so this batch must be written again after it. */
export class EarlierBatchFailed extends Error {}

/** Makes batches that are written concurrently commit in the order of the file. */
export class BatchTurn {
  readonly #lock: string;
  #earlier: BatchTurn | null;
  readonly #begun = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<boolean>();

  /** `lock` is a unique name of the batch; `earlier` is the preceding batch, or null if the batch is written alone. */
  constructor(lock: string, earlier: BatchTurn | null) {
    this.#lock = lock;
    this.#earlier = earlier;
  }

  async begin(trx: Database): Promise<void> {
    await lockIn(trx, this.#lock);
    this.#begun.resolve();
  }

  end(isCommitted: boolean): void {
    this.#begun.resolve();
    this.#ended.resolve(isCommitted);
  }

  /** Waits until the preceding batch is committed; throws `EarlierBatchFailed` if it was rolled back. */
  async waitForEarlier(trx: Database): Promise<void> {
    const earlier = this.#earlier;
    if (earlier === null) return;
    await earlier.#begun.promise;
    // Waits on a database lock, so that PostgreSQL can detect deadlocks with other imports.
    await lockIn(trx, earlier.#lock);
    if (!(await earlier.#ended.promise)) throw new EarlierBatchFailed();
    this.#earlier = null;
  }
}

async function lockIn(trx: Database, lock: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import batch ${lock}`}, 0))`.execute(trx);
}
