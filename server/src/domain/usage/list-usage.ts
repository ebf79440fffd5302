import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

type OperationUsage = { operation: string; period: string; requests: number; errors: number; creditsCharged: number };

/** Lists usage by month and operation, from the start period to the end period inclusive. */
export async function listUsage(
  ctx: Context,
  accountId: string,
  span: { startPeriod: string; endPeriod: string },
): Promise<OperationUsage[]> {
  if (span.startPeriod > span.endPeriod) {
    throw new Problem('invalid_input', { title: 'end_period is before start_period.', parameter: 'end_period' });
  }
  const rows = await ctx.db
    .selectFrom('usage_counts')
    .select(['operation', 'month', 'requests', 'errors', 'credits_charged'])
    .where('account_id', '=', accountId)
    .where('month', '>=', `${span.startPeriod}-01`)
    .where('month', '<=', `${span.endPeriod}-01`)
    .orderBy('month')
    .orderBy('operation')
    .execute();
  return rows.map(({ operation, month, requests, errors, credits_charged }) => ({
    operation,
    period: month.slice(0, 7),
    requests,
    errors,
    creditsCharged: credits_charged,
  }));
}
