import type { Context } from '../context.ts';
import { startReattribution } from './start-reattribution.ts';

type Scope = { companyIds: string[]; companyKeys: string[] };

/** Adds companies to the account's waiting reattribution with the same reason, or queues a new one. Call it in a transaction. */
export async function reattributeLater(ctx: Context, accountId: string, reason: string, scope: Scope): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('reattributions')
    .select(['id', 'scope'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'waiting')
    .where('reason', '=', reason)
    .forUpdate()
    .executeTakeFirst();
  if (waiting === undefined) {
    await startReattribution(ctx, ctx.db, accountId, reason, scope);
    return;
  }
  const before = waiting.scope as Scope;
  const both = {
    companyIds: [...before.companyIds, ...scope.companyIds],
    companyKeys: [...before.companyKeys, ...scope.companyKeys],
  };
  await ctx.db
    .updateTable('reattributions')
    .set({ scope: JSON.stringify(both) })
    .where('account_id', '=', accountId)
    .where('id', '=', waiting.id)
    .execute();
}
