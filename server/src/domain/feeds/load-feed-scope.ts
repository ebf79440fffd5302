import type { Context } from '../context.ts';
import { conditionsOf, type Filters } from '../feed-filters/filter.ts';
import { loadProfiles } from '../icps/load-profiles.ts';
import { profileMatches } from '../icps/profile.ts';
import type { Feed } from './feed.ts';
import { isCustomField } from './feed-fields.ts';
import { loadCustomFieldTypes } from './load-custom-field-types.ts';
import { loadGoalPages } from './load-goal-pages.ts';
import type { Scope } from './scope.ts';
import type { VisitInterval } from './visit-interval.ts';

/**
 * Loads everything that the conditions of a feed, or of several filters, refer to. For a given feed, loads profiles and custom fields only
 * if it uses them.
 */
export async function loadFeedScope(
  ctx: Context,
  account: { id: string; timezone: string },
  interval: VisitInterval,
  { feed, filters = [] }: { feed?: Feed; filters?: readonly Filters[] },
): Promise<Scope> {
  const profiles = feed === undefined || usesProfiles(feed) ? await loadProfiles(ctx, account.id) : [];
  return {
    accountId: account.id,
    timezone: account.timezone,
    interval,
    now: ctx.clock.now(),
    customFields: feed === undefined || usesCustomFields(feed) ? await loadCustomFieldTypes(ctx, account.id) : new Map(),
    goalPages: await loadGoalPages(ctx, account.id, feed?.kind === 'custom' ? [...filters, feed.filters] : filters, interval),
    profiles: new Map(profiles.map(({ id, filters }) => [id, profileMatches(filters)])),
  };
}

function usesProfiles(feed: Feed): boolean {
  return feed.kind === 'custom' ? conditionsOf(feed.filters).some(({ field }) => field === 'icp') : feed.id === 'recommended_leads';
}

function usesCustomFields(feed: Feed): boolean {
  return feed.kind === 'custom' && conditionsOf(feed.filters).some(({ field }) => isCustomField(field));
}
