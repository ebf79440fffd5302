import type { Feed } from '../api/answers.ts';
import { useAccountQuery } from '../api/use-account-query.ts';

export type Folder = { id: string; name: string };
export type FeedEntry = Omit<Feed, 'count'> & { count: number | null };

const beforeTheAnswer: FeedEntry[] = [
  { id: 'all_leads', name: 'All leads', isBuiltIn: true, filters: { all: [] }, sort: null, folderId: null, count: null },
];

/** The feeds with how many leads they hold in the last thirty days, and their folders. */
export function useFeeds(): { feeds: FeedEntry[]; folders: Folder[] } {
  const { data } = useAccountQuery('/feeds');
  return { feeds: data?.feeds ?? beforeTheAnswer, folders: data?.folders ?? [] };
}
