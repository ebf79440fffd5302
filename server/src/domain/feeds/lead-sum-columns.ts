import { sql } from 'kysely';
import type { Scope } from './scope.ts';
import type { Column } from './value-test.ts';

const sums = {
  visits: { ofLead: sql`l.visits`, ofDays: sql`sum(d.visits)` },
  page_views: { ofLead: sql`l.page_views`, ofDays: sql`sum(d.page_views)` },
  deepest_visit: { ofLead: sql`l.deepest_visit`, ofDays: sql`max(d.deepest_visit)` },
} as const;

export type SumName = keyof typeof sums;

/**
 * SQL expression for a sum over the visits of lead `l` in the interval. For most leads, all visits are in the interval, so the row of the lead
 * already has the sum.
 */
export function sumInInterval(name: SumName, { accountId, interval }: Scope): Column {
  const { ofLead, ofDays } = sums[name];
  return sql`case when l.first_visit_at >= ${interval.fromAt} and l.last_visit_at < ${interval.toAt} then ${ofLead} else (
    select coalesce(${ofDays}, 0) from company_days d
    where d.account_id = ${accountId} and d.company_id = l.company_id
      and d.day between ${interval.startDate}::date and ${interval.endDate}::date) end`;
}

/** SQL expression for a sum over all visits of lead `l`; an upper bound of the sum in the interval. */
export function allTimeSum(name: SumName): Column {
  return sums[name].ofLead;
}
