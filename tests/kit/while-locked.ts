import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../server/src/db/connect.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { until } from './events.ts';

/** Starts all changes while a transaction holds the locks of a statement, and ends that transaction once each change waits for a lock. */
export async function whileLocked<Result>(
  db: Database,
  lock: RawBuilder<unknown>,
  changes: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return firstOf(rows).count;
  };
  const started = await db.transaction().execute(async (trx) => {
    await lock.execute(trx);
    const running = changes.map((change) => change());
    await until(async () => (await waiting()) >= changes.length);
    return running;
  });
  return Promise.all(started);
}
