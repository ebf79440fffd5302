import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import type { Scope } from './scope.ts';
import type { Condition } from './value-test.ts';
import type { VisitInterval } from './visit-interval.ts';

/**
 * SQL condition: the lead `l` visited in the interval. For most leads, the first or last visit in their own row decides. The others are
 * looked up: all at once for a short interval; one by one for a long interval, in which the first leads soon fill the page. The lookup is
 * in the order of the primary key. Otherwise, without statistics, the planner may read the days of the whole account for each lead.
 */
export function visitedIn({ accountId, interval }: Pick<Scope, 'accountId' | 'interval'>): Condition {
  const inDays = sql`d.account_id = ${accountId} and d.day between ${interval.startDate}::date and ${interval.endDate}::date and d.first_visit_at < ${interval.toAt}`;
  const between = isShort(interval)
    ? sql`l.company_id in (select d.company_id from company_days d where ${inDays})`
    : sql`(select 1 from company_days d where ${inDays} and d.company_id = l.company_id order by d.day, d.place_id limit 1) is not null`;
  return sql`l.first_visit_at < ${interval.toAt} and l.last_visit_at >= ${interval.fromAt}
    and (l.last_visit_at < ${interval.toAt} or l.first_visit_at >= ${interval.fromAt} or ${between})`;
}

function isShort({ fromAt, toAt }: VisitInterval): boolean {
  return toAt.getTime() - fromAt.getTime() <= 4 * dayMs;
}
