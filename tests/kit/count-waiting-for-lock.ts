import { sql } from 'kysely';
import type { Database } from '../../server/src/db/connect.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { isCluster } from './database.ts';

/** Returns the number of sessions of the database that wait for a lock, on any node of a cluster. */
export async function countWaitingForLock(db: Database): Promise<number> {
  const sessions = isCluster ? sql`citus_stat_activity` : sql`(select *, pid as global_pid from pg_stat_activity)`;
  const { rows } = await sql<{ waiting: number }>`
    select count(distinct global_pid)::int as waiting from ${sessions} as sessions
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return firstOf(rows).waiting;
}
