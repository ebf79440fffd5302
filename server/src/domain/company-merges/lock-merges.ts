import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { advisoryLocks } from '../../lib/advisory-locks.ts';

/**
 * Allows only one merge at a time until the transaction ends. Concurrent merges of A into B and of B into C would leave A pointing to B,
 * which is merged itself: `merged_into` must always be the id of a company that was not merged.
 */
export async function lockMerges(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.companyMerges})`.execute(trx);
}
