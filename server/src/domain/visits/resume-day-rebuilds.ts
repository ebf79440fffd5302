import type { Context } from '../context.ts';
import { rebuildCompanyDaysJobName } from './request-day-rebuild.ts';

const staleAfterMs = 60_000;

/** Orders the rebuilds again that nobody has worked on lately: their worker died, or gave up while the database was away. */
export async function resumeDayRebuilds(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - staleAfterMs);
  const waiting = await ctx.db.selectFrom('day_rebuilds').select('account_id').where('heartbeat_at', '<', before).execute();
  for (const { account_id: accountId } of waiting) {
    await ctx.jobs.add(ctx.db, rebuildCompanyDaysJobName, { accountId }, { key: `days-${accountId}` });
  }
}
