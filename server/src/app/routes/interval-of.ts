import { getAccount } from '../../domain/accounts/get-account.ts';
import type { Interval } from '../../domain/dashboard/interval.ts';
import { Problem } from '../../domain/problem.ts';
import { dayMs } from '../../lib/day-ms.ts';
import type { AppContext } from '../context.ts';

/** Also limits the date picker of the web application (`maxChartDays`) and is part of the message below. */
const maxDays = 1100;

/** Returns the requested days in the account's time zone. At most about three years, to bound the number of daily values in a response. */
export async function intervalOf(ctx: AppContext, accountId: string, { from, to }: { from: string; to: string }): Promise<Interval> {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) throw new Problem('invalid_input', { title: 'The last day is before the first one.', parameter: 'to' });
  if (days > maxDays) throw new Problem('invalid_input', { title: 'Select at most 1,100 days.', parameter: 'to' });
  const { timezone } = await getAccount(ctx, accountId);
  return { accountId, from, to, timezone };
}
