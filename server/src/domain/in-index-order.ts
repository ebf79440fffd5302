import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { DB } from '../db/schema.ts';

/**
 * Runs statements that read the first rows in the order of an index. Otherwise, if the planner expects few rows, such as visits of a
 * company or leads that match a search, it reads and sorts all of them, however many there are. In index order, reading stops at the
 * `limit`.
 */
export function inIndexOrder<Result>(db: Database, read: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_sort = off`.execute(trx);
    return read(trx);
  });
}
