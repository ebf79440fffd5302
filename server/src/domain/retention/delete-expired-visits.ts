import type { Context } from '../context.ts';
import { deleteVisitRows } from './delete-visit-rows.ts';
import { deleteVisitorsWithoutVisits } from './delete-visitors-without-visits.ts';
import { emptyPartitions } from './empty-partitions.ts';
import { limitedAccounts } from './visit-limit.ts';

/**
 * Deletes expired visits with their sums. Months that have expired for all accounts are deleted entirely; the rest is deleted in batches
 * that keep the sums consistent. An interrupted run is continued by the next one.
 */
export async function deleteExpiredVisits(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const accounts = await limitedAccounts(ctx.db, now);
  if (accounts.length === 0) return;
  const earliest = new Date(accounts.reduce((least, { limit }) => Math.min(least, limit.at.getTime()), now.getTime()));
  const wholeMonthsBefore = new Date(Date.UTC(earliest.getUTCFullYear(), earliest.getUTCMonth(), 1));
  for (const { id } of accounts) await deleteVisitRows(ctx, id, wholeMonthsBefore);
  await emptyPartitions(ctx, wholeMonthsBefore);
  for (const { id } of accounts) await deleteVisitorsWithoutVisits(ctx, id);
}
