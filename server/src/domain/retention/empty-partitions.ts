import { sql } from 'kysely';
import { isLockError } from '../../lib/is-lock-error.ts';
import type { Context } from '../context.ts';
import { firstPartitionMonth, listVisitPartitions } from '../visits/ensure-partitions.ts';

/** Maximum time to wait for transactions that use an old month. If they take longer, the next run tries again. */
const lockTimeoutSeconds = 5;

/**
 * Frees the disk space of months that have expired for all accounts, after their visits were deleted: drops their partitions, or truncates
 * those that may still receive late events.
 */
export async function emptyPartitions(ctx: Context, before: Date): Promise<void> {
  const needed = firstPartitionMonth(ctx.clock.now());
  try {
    for (const { name, from, to } of await listVisitPartitions(ctx.db)) if (to <= before) await emptyPartition(ctx, name, from < needed);
  } catch (error) {
    if (!isLockError(error)) throw error;
    ctx.log.warn('Expired months of visits are in use; they will be deleted by the next run');
  }
}

async function emptyPartition(ctx: Context, name: string, shouldDrop: boolean): Promise<void> {
  const month = sql.ref(name);
  if (!shouldDrop) {
    const { rows } = await sql`select 1 where pg_relation_size(${name}::regclass) > 0`.execute(ctx.db);
    if (rows.length === 0) return;
  }
  await ctx.db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = ${sql.lit(`${lockTimeoutSeconds}s`)}`.execute(trx);
    await sql`lock table ${month} in access exclusive mode`.execute(trx);
    // A late event may have added a visit in the meantime; the next run deletes it.
    const { rows } = await sql`select 1 from ${month} limit 1`.execute(trx);
    if (rows.length > 0) return;
    await (shouldDrop ? sql`drop table ${month}` : sql`truncate table ${month}`).execute(trx);
  });
}
