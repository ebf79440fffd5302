import type { Filters } from '../feed-filters/filter.ts';
import { leadSorts } from './lead-sort.ts';

export const feedSorts = leadSorts.flatMap((sort) => [sort, `-${sort}`] as const);
export type FeedSort = (typeof feedSorts)[number];

export const builtInFeedIds = ['all_leads', 'new_leads', 'recommended_leads', 'followed_companies'] as const;
export type BuiltInFeedId = (typeof builtInFeedIds)[number];

/** A saved selection of leads, built in or created by a user. */
export type Feed =
  | { kind: 'built_in'; id: BuiltInFeedId; name: string }
  | { kind: 'custom'; id: string; uuid: string; name: string; filters: Filters; sort: FeedSort | null };

export const builtInFeeds: readonly (Feed & { kind: 'built_in' })[] = [
  { kind: 'built_in', id: 'all_leads', name: 'All leads' },
  { kind: 'built_in', id: 'new_leads', name: 'New leads' },
  { kind: 'built_in', id: 'recommended_leads', name: 'Recommended leads' },
  { kind: 'built_in', id: 'followed_companies', name: 'Followed companies' },
];

export function builtInFeed(id: string): (Feed & { kind: 'built_in' }) | null {
  return builtInFeeds.find((feed) => feed.id === id) ?? null;
}
