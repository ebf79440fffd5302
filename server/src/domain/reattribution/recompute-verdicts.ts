import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { startReattribution } from './start-reattribution.ts';

/** Queues reattributions of all visits of an account, or of all accounts, with current data. */
export async function recomputeVerdicts(
  ctx: Context,
  accountId: string | null,
  reason: string,
): Promise<{ accountId: string; reattributionId: string }[]> {
  const accounts =
    accountId === null ? await ctx.db.selectFrom('accounts').select('id').orderBy('id').execute() : [await getAccount(ctx, accountId)];
  const started: { accountId: string; reattributionId: string }[] = [];
  for (const { id } of accounts) {
    const reattributionId = await ctx.db.transaction().execute((trx) => startReattribution(ctx, trx, id, reason, { renew: true }));
    started.push({ accountId: id, reattributionId });
  }
  return started;
}
