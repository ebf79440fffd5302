import { type RawBuilder, sql } from 'kysely';
import { required } from '../../lib/required.ts';
import type { Context } from '../context.ts';
import type { Feed } from './feed.ts';
import { buildLeadOrder } from './lead-order.ts';
import { leadSorts } from './lead-sort.ts';
import { leadTotalsQuery } from './lead-totals-query.ts';
import type { MatchingLead } from './matching-leads.ts';
import type { Scope } from './scope.ts';

const newestFirst = '-last_visit';

/** Returns the sort order of a feed on lead `l`, company `c` and totals `s`. Null for the default, newest visit first. */
export async function buildFeedOrder(ctx: Pick<Context, 'db'>, accountId: string, feed: Feed): Promise<RawBuilder<unknown> | null> {
  const ordering = feed.kind === 'custom' ? (feed.sort ?? newestFirst) : newestFirst;
  if (ordering === newestFirst) return null;
  const sort = required(leadSorts.find((one) => ordering === one || ordering === `-${one}`));
  return buildLeadOrder(ctx, { accountId, sort, descending: ordering.startsWith('-') });
}

/** Selects matching leads in the order of the feed, with ties broken by id. */
export function orderedLeads(
  { accountId, interval }: Pick<Scope, 'accountId' | 'interval'>,
  matching: RawBuilder<MatchingLead>,
  order: RawBuilder<unknown> | null,
): RawBuilder<{ company_id: string }> {
  if (order === null) {
    return sql`select lead.company_id::text as company_id from ${matching} as lead order by lead.newest desc, lead.company_id`;
  }
  const days = { accountId, from: interval.startDate, to: interval.endDate };
  return sql`
    select lead.company_id::text as company_id from ${matching} as lead
    join leads l on l.account_id = ${accountId} and l.company_id = lead.company_id
    join companies c on c.id = lead.company_id
    left join lateral (${leadTotalsQuery(days, sql`d.company_id = lead.company_id`)}) as s on true
    order by ${order}, lead.company_id`;
}
