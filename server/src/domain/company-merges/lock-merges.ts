import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { advisoryLocks } from '../../lib/advisory-locks.ts';

/**
 * Allows only one merge at a time until the transaction ends. Concurrent merges of A into B and of B into C would leave A merged into B,
 * which is not a company any longer: a merged company always refers to the remaining one.
 */
export async function lockMerges(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.companyMerges})`.execute(trx);
}
