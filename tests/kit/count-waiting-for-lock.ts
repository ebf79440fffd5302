import { sql } from 'kysely';
import type { Database } from '../../server/src/db/connect.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';

/** Returns the number of sessions of the database that wait for a lock. */
export async function countWaitingForLock(db: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return firstOf(rows).waiting;
}
