import type { Context } from '../context.ts';
import { emptyPartitions } from './empty-partitions.ts';
import { forgetUnseenVisitors } from './forget-unseen-visitors.ts';
import { forgetVisitRows } from './forget-visit-rows.ts';
import { limitedAccounts } from './visit-limit.ts';

/**
 * Removes the visits that are older than their account keeps them, with everything that was counted of them. Months that are too
 * old for every account go as a whole; the rest goes by row, in batches that each leave the sums true. Whatever interrupts it,
 * the next run goes on where it ended, because what is left to do is what is still there.
 */
export async function forgetVisits(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const accounts = await limitedAccounts(ctx.db, now);
  if (accounts.length === 0) return;
  const earliest = new Date(accounts.reduce((least, { limit }) => Math.min(least, limit.at.getTime()), now.getTime()));
  const wholeMonthsBefore = new Date(Date.UTC(earliest.getUTCFullYear(), earliest.getUTCMonth(), 1));
  for (const { id } of accounts) await forgetVisitRows(ctx, id, wholeMonthsBefore);
  await emptyPartitions(ctx, wholeMonthsBefore);
  for (const { id } of accounts) await forgetUnseenVisitors(ctx, id);
}
