import { getAccount } from '../../domain/accounts/get-account.ts';
import { checkInterval, type Interval } from '../../domain/dashboard/interval.ts';
import { getRollupTimezone } from '../../domain/rollup-generation.ts';
import { addDays, dayOf, daysBetween } from '../../lib/zoned-days.ts';
import type { AppContext } from '../context.ts';

/** Returns the requested days in the time zone of the rollups. */
export async function intervalOf(ctx: AppContext, accountId: string, { from, to }: { from: string; to: string }): Promise<Interval> {
  checkInterval({ from, to });
  const account = await getAccount(ctx, accountId);
  const timezone = await getRollupTimezone(ctx, account);
  if (timezone === account.timezone) return { accountId, from, to, timezone };
  // Until the rollups are rebuilt for a new time zone, today may be a different day in them than in the account.
  // An interval that ends today is shifted, so that it includes the visits of today.
  const nowMs = ctx.clock.now().getTime();
  const [today, todayOfRollups] = [dayOf(nowMs, account.timezone), dayOf(nowMs, timezone)];
  const shift = to === today ? daysBetween(today, todayOfRollups).length - 1 : 0;
  return { accountId, from: addDays(from, shift), to: addDays(to, shift), timezone };
}
