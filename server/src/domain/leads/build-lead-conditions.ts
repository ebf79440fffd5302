import { type RawBuilder, sql } from 'kysely';
import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { conditionsOf, type Filters } from '../feed-filters/filter.ts';
import { getFeed } from '../feeds/get-feed.ts';
import { isAmong } from '../feeds/is-among.ts';
import { loadFeedScope } from '../feeds/load-feed-scope.ts';
import { feedFilters, feedLeads, matchingLeads } from '../feeds/matching-leads.ts';
import { visitIntervalOf } from '../feeds/visit-interval.ts';

type LeadSelection = { accountId: string; from: string; to: string; feedId: string; filters: Filters };

/** Builds SQL conditions on leads from a feed and additional filters. */
export async function buildLeadConditions(
  ctx: Context,
  { accountId, from, to, feedId, filters }: LeadSelection,
): Promise<RawBuilder<boolean>[]> {
  const account = await getAccount(ctx, accountId);
  const feed = feedId === 'all_leads' ? null : await getFeed(ctx, accountId, feedId);
  const scope = await loadFeedScope(ctx, account, visitIntervalOf(from, to, account.timezone), {
    filters: feed === null ? [filters] : [filters, feedFilters(feed)],
  });
  const conditions: RawBuilder<boolean>[] = [];
  if (feed !== null) {
    conditions.push(isAmong(sql`select company_id from ${feedLeads(scope, feed)} as feed`));
  }
  if (conditionsOf(filters).length > 0) {
    conditions.push(isAmong(sql`select company_id from ${matchingLeads(scope, filters)} as filtered`));
  }
  return conditions;
}
