import type { Context } from '../context.ts';
import { AccountFailures } from './account-failures.ts';
import { deleteVisitRows } from './delete-visit-rows.ts';
import { emptyPartitions } from './empty-partitions.ts';
import { listAccountsWithExpiredVisits, loadRetentionCutoffs } from './retention-cutoff.ts';

/**
 * Deletes expired visits with their rollups and visitors, in short steps, then the partitions of months that have become empty. The next
 * run continues an interrupted one.
 */
export async function deleteExpiredVisits(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const failures = new AccountFailures(ctx);
  for (const accountId of await listAccountsWithExpiredVisits(ctx.db, now))
    await failures.collect(accountId, () => deleteVisitRows(ctx, accountId));
  const accounts = await loadRetentionCutoffs(ctx.db, now);
  if (accounts.length === 0) return;
  const earliest = new Date(accounts.reduce((min, { cutoff }) => Math.min(min, cutoff.at.getTime()), now.getTime()));
  await emptyPartitions(ctx, new Date(Date.UTC(earliest.getUTCFullYear(), earliest.getUTCMonth(), 1)));
  failures.throwAny();
}
