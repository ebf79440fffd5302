import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { isLockError } from '../../lib/is-lock-error.ts';
import type { Context } from '../context.ts';

/**
 * Maximum time to wait for a lock that excludes all other use of visits. Every statement that uses visits waits behind it, so a long
 * transaction, such as a backup, must not make it wait for longer.
 */
const lockTimeoutMs = 100;

const pauseMs = 1000;

/** Runs a transaction that locks visits exclusively. Returns false if visits were in use at each attempt. */
export async function tryExclusively(
  { db }: Pick<Context, 'db'>,
  run: (trx: Transaction<DB>) => Promise<void>,
  attempts: number,
): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (attempt > 1) await pause(pauseMs);
    try {
      await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(trx);
        await run(trx);
      });
      return true;
    } catch (error) {
      if (!isLockError(error)) throw error;
    }
  }
  return false;
}
