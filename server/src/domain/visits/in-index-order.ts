import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';

/**
 * Runs statements that read the newest visits of companies. Most companies have few visits, so the planner would read and sort all of them;
 * in index order, `limit` bounds what is read of a company with many.
 */
export function inIndexOrder<Result>(db: Database, read: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_sort = off`.execute(trx);
    return read(trx);
  });
}
