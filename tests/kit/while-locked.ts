import type { RawBuilder } from 'kysely';
import type { Database } from '../../server/src/db/connect.ts';
import { countWaitingForLock } from './count-waiting-for-lock.ts';
import { until } from './events.ts';

/** Starts all changes while a transaction holds the locks of a statement, and ends that transaction once each change waits for a lock. */
export async function whileLocked<Result>(
  db: Database,
  lock: RawBuilder<unknown>,
  changes: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const started = await db.transaction().execute(async (trx) => {
    await lock.execute(trx);
    const running = changes.map((change) => change());
    await until(async () => (await countWaitingForLock(db)) >= changes.length);
    return running;
  });
  return Promise.all(started);
}
