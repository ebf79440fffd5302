import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { longJobsQueue } from '../account-queues.ts';
import type { Context } from '../context.ts';
import { lockLanes } from '../lanes/lanes.ts';

/** Not named after the function, because jobs queued by earlier versions have this name. */
export const rebuildRollupsJobName = 'rebuild-company-days';

/**
 * Queues a rebuild of all rollups of an account. A rebuild in progress starts over. `timezone` is the time zone of the current rollups; a
 * rebuild in progress has already stored it.
 */
export async function requestRollupRebuild(
  ctx: Context,
  trx: Transaction<DB>,
  { accountId, timezone }: { accountId: string; timezone: string },
): Promise<void> {
  const now = ctx.clock.now();
  // No batch may continue to write the generation that the rebuild will delete.
  await lockLanes(trx, accountId);
  await sql`
    insert into day_rebuilds (account_id, timezone, requested_at, heartbeat_at) values (${accountId}, ${timezone}, ${now}, ${now})
    on conflict (account_id) do update set step = 'clear', last_id = null, from_day = null, companies_done = 0, counted_until = null,
      requested_at = excluded.requested_at, heartbeat_at = excluded.heartbeat_at`.execute(trx);
  await enqueueRollupRebuild(ctx, trx, accountId);
}

export function enqueueRollupRebuild(ctx: Context, db: Database, accountId: string): Promise<void> {
  return ctx.jobs.add(db, rebuildRollupsJobName, { accountId }, { key: `days-${accountId}`, queue: longJobsQueue(accountId) });
}
