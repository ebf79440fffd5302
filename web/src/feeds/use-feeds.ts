import type { CountedFeed, FeedTree } from '../../../server/src/domain/feeds/list-feed-counts.ts';
import type { Sent } from '../api/request.ts';
import { useAccountQuery } from '../api/use-account-query.ts';

export type FeedEntry = Omit<Sent<CountedFeed>, 'count'> & { count: number | null };

const beforeTheAnswer: FeedEntry[] = [
  { id: 'all_leads', name: 'All leads', isBuiltIn: true, filters: { all: [] }, sort: null, folderId: null, count: null },
];

/** The feeds with how many leads they hold in the last thirty days, and their folders. */
export function useFeeds(): { feeds: FeedEntry[]; folders: { id: string; name: string }[] } {
  const { data } = useAccountQuery<FeedTree>('/feeds');
  return { feeds: data?.feeds ?? beforeTheAnswer, folders: data?.folders ?? [] };
}
