import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { DB } from '../db/schema.ts';

/**
 * Runs statements that read the first rows in the order of an index. If the planner expects few rows, such as visits of a company or leads
 * that match a search, it would read and sort all of them; in index order, `limit` bounds what is read when there are many.
 */
export function inIndexOrder<Result>(db: Database, read: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_sort = off`.execute(trx);
    return read(trx);
  });
}
