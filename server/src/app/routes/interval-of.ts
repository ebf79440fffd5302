import { getAccount } from '../../domain/accounts/get-account.ts';
import type { Interval } from '../../domain/dashboard/interval.ts';
import { Problem } from '../../domain/problem.ts';
import { getRollupTimezone } from '../../domain/rollup-generation.ts';
import { dayMs } from '../../lib/day-ms.ts';
import { addDays, dayOf, daysBetween } from '../../lib/zoned-days.ts';
import type { AppContext } from '../context.ts';

/** Also limits the date picker of the web application (`maxChartDays`) and is part of the message below. */
const maxDays = 1100;

/**
 * Returns the requested days in the time zone of the rollups. At most about three years, to bound the number of daily values in a response.
 */
export async function intervalOf(ctx: AppContext, accountId: string, { from, to }: { from: string; to: string }): Promise<Interval> {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) throw new Problem('invalid_input', { title: 'The last day is before the first one.', parameter: 'to' });
  if (days > maxDays) throw new Problem('invalid_input', { title: 'Select at most 1,100 days.', parameter: 'to' });
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
