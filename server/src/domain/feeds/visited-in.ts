import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import type { Scope } from './scope.ts';
import type { Condition } from './value-test.ts';
import type { Window } from './window.ts';

/**
 * SQL condition: the lead `l` visited in the window. For most leads, the first or last visit in their own row decides. The others are
 * looked up: all at once for a short window; one by one for a long window, in which the first leads soon fill the page.
 */
export function visitedIn({ accountId, window }: Pick<Scope, 'accountId' | 'window'>): Condition {
  const inDays = sql`d.account_id = ${accountId} and d.day between ${window.startDate}::date and ${window.endDate}::date and d.first_visit_at < ${window.toAt}`;
  const between = isShort(window)
    ? sql`l.company_id in (select d.company_id from company_days d where ${inDays})`
    : sql`(select 1 from company_days d where ${inDays} and d.company_id = l.company_id limit 1) is not null`;
  return sql`l.first_visit_at < ${window.toAt} and l.last_visit_at >= ${window.fromAt}
    and (l.last_visit_at < ${window.toAt} or l.first_visit_at >= ${window.fromAt} or ${between})`;
}

function isShort({ fromAt, toAt }: Window): boolean {
  return toAt.getTime() - fromAt.getTime() <= 4 * dayMs;
}
