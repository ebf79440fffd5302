import type { Context } from '../context.ts';
import { dataProcessingOf } from '../settings/data-processing.ts';
import { emptyPartitions } from './empty-partitions.ts';
import { forgetVisitRows } from './forget-visit-rows.ts';
import { type VisitLimit, visitLimit } from './visit-limit.ts';

export type LimitedAccount = { id: string; timezone: string; limit: VisitLimit };

/**
 * Removes the visits that are older than their account keeps them, with everything that was counted of them. Months that are too
 * old for every account go as a whole; the rest goes by row, in batches that each leave the sums true. Whatever interrupts it,
 * the next run goes on where it ended, because what is left to do is what is still there.
 */
export async function forgetVisits(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const rows = await ctx.db.selectFrom('accounts').select(['id', 'timezone', 'data_processing']).orderBy('id').execute();
  if (rows.length === 0) return;
  const accounts = rows.map(
    ({ id, timezone, data_processing }): LimitedAccount => ({
      id,
      timezone,
      limit: visitLimit(now, timezone, dataProcessingOf(data_processing).visit_retention_days),
    }),
  );
  const earliest = new Date(accounts.reduce((least, { limit }) => Math.min(least, limit.at.getTime()), now.getTime()));
  const wholeMonthsBefore = new Date(Date.UTC(earliest.getUTCFullYear(), earliest.getUTCMonth(), 1));
  for (const account of accounts) await forgetVisitRows(ctx, account, wholeMonthsBefore);
  await emptyPartitions(ctx, accounts, wholeMonthsBefore);
}
