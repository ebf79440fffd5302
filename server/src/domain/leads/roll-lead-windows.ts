import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { addDays, dayOf, daysBetween } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import { lockLanes } from '../lanes/lanes.ts';
import { enqueueLeadWindow } from './lead-windows.ts';

const hourMs = 3_600_000;
/** The rollups of an interval that has not been used for this long are deleted. */
const unusedMs = 48 * hourMs;
/** Rollups of the next day, such as its "last 30 days", are requested this long before the day begins. */
const aheadMs = hourMs;

type Row = { account_id: string; id: string; first_day: string; last_day: string; used_at: Date; timezone: string };

/** Deletes the rollups of intervals that are no longer used, and requests those of the next day. */
export async function rollLeadWindows(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime();
  const { rows } = await sql<Row>`
    select w.account_id, w.id, w.first_day::text, w.last_day::text, w.used_at, a.timezone
    from lead_windows w join accounts a on a.id = w.account_id`.execute(ctx.db);
  const existingWindows = new Set(rows.map(({ account_id, first_day, last_day }) => `${account_id} ${first_day} ${last_day}`));
  for (const { account_id: accountId, id, first_day, last_day, used_at, timezone } of rows) {
    if (now - used_at.getTime() > unusedMs) {
      await ctx.db.transaction().execute(async (trx) => {
        await lockLanes(trx, accountId);
        await deleteLeadWindow(trx, accountId, id);
      });
      continue;
    }
    const today = dayOf(now, timezone);
    const next = dayOf(now + aheadMs, timezone);
    // Only intervals that end today or ended yesterday advance with the day; others stay the same.
    if (last_day === next || last_day < addDays(today, -1) || last_day > today) continue;
    const movedDays = daysBetween(last_day, next).length - 1;
    const days = { from: addDays(first_day, movedDays), to: next };
    if (!existingWindows.has(`${accountId} ${days.from} ${days.to}`)) await enqueueLeadWindow(ctx, { accountId, ...days, usedAt: used_at });
  }
}

/**
 * Deletes the rollups of an interval and their recorded changes. While the interval exists, all lanes must be locked, so that no change is
 * recorded meanwhile.
 */
export async function deleteLeadWindow(db: Database | Transaction<DB>, accountId: string, id: string): Promise<void> {
  await sql`delete from lead_windows where account_id = ${accountId} and id = ${id}`.execute(db);
  await sql`delete from lead_changes where account_id = ${accountId} and window_id = ${id}`.execute(db);
  await sql`delete from lead_window_rollups where account_id = ${accountId} and window_id = ${id}`.execute(db);
}
