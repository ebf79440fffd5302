import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { reprocessingQueue } from '../events/reprocessing-queue.ts';

export const rebuildCompanyDaysJobName = 'rebuild-company-days';

/** Queues a rebuild of all daily rollups of an account. A rebuild in progress starts over. */
export async function requestDayRebuild(ctx: Context, trx: Transaction<DB>, accountId: string): Promise<void> {
  const now = ctx.clock.now();
  await sql`
    insert into day_rebuilds (account_id, requested_at, heartbeat_at) values (${accountId}, ${now}, ${now})
    on conflict (account_id) do update set company_id = null, from_day = null, companies_done = 0, rollup_day = null,
      requested_at = excluded.requested_at, heartbeat_at = excluded.heartbeat_at`.execute(trx);
  await enqueueDayRebuild(ctx, trx, accountId);
}

export function enqueueDayRebuild(ctx: Context, db: Database, accountId: string): Promise<void> {
  return ctx.jobs.add(db, rebuildCompanyDaysJobName, { accountId }, { key: `days-${accountId}`, queue: reprocessingQueue(accountId) });
}
