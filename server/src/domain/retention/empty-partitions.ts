import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { firstPartitionMonth, listVisitPartitions } from '../visits/ensure-partitions.ts';
import { tryExclusively } from '../visits/try-exclusively.ts';

/** Once a second. If an old month is in use for longer, the next run tries again. */
const attempts = 10;

/**
 * Frees the disk space of months that have expired for all accounts, after their visits were deleted: drops their partitions, or truncates
 * those that may still receive late events.
 */
export async function emptyPartitions(ctx: Context, before: Date): Promise<void> {
  const needed = firstPartitionMonth(ctx.clock.now());
  for (const { name, from, to } of await listVisitPartitions(ctx.db)) {
    if (to > before || (await emptyPartition(ctx, name, from < needed))) continue;
    ctx.log.warn('Expired months of visits are in use; they will be deleted by the next run');
    return;
  }
}

/** Returns false if the month is in use. */
async function emptyPartition(ctx: Context, name: string, shouldDrop: boolean): Promise<boolean> {
  const month = sql.ref(name);
  if (!shouldDrop) {
    const { rows } = await sql`select 1 where pg_relation_size(${name}::regclass) > 0`.execute(ctx.db);
    if (rows.length === 0) return true;
  }
  const hasVisits = async (db: Database) => (await sql`select 1 from ${month} limit 1`.execute(db)).rows.length > 0;
  // Checked without a lock first, because reading many deleted rows takes long.
  if (await hasVisits(ctx.db)) return true;
  return tryExclusively(
    ctx,
    async (trx) => {
      await sql`lock table ${month} in access exclusive mode`.execute(trx);
      // A late event may have added a visit in the meantime; the next run deletes it.
      if (await hasVisits(trx)) return;
      await (shouldDrop ? sql`drop table ${month}` : sql`truncate table ${month}`).execute(trx);
    },
    attempts,
  );
}
