import type { Context } from '../context.ts';
import { creditMonth, nextResetOn } from './credit-month.ts';

type Balance = { available: number; used: number; remaining: number; nextResetOn: string };

/** `available` is always used plus remaining credits, even if the operator has lowered the monthly credits below the used ones. */
export async function getBalance(ctx: Context, account: { id: string; monthlyCredits: number }): Promise<Balance> {
  const now = ctx.clock.now();
  const row = await ctx.db
    .selectFrom('credit_months')
    .select('used')
    .where('account_id', '=', account.id)
    .where('month', '=', creditMonth(now))
    .executeTakeFirst();
  const used = row?.used ?? 0;
  const remaining = Math.max(0, account.monthlyCredits - used);
  return { available: used + remaining, used, remaining, nextResetOn: nextResetOn(now) };
}
