import type { Feed } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { tCode } from '../texts/t.ts';

export type Folder = { id: string; name: string };
export type FeedEntry = Omit<Feed, 'count'> & { count: number | null };

/** The only feed that is shown until the feeds are loaded. */
const allLeads: FeedEntry = {
  id: 'all_leads',
  name: '',
  isBuiltIn: true,
  filters: { all: [] },
  sort: null,
  view: null,
  folderId: null,
  count: null,
};

/** The feeds with their number of leads in the last thirty days, and their folders. */
export function useFeeds(): { feeds: FeedEntry[]; folders: Folder[] } {
  const { data } = useAccountQuery('/feeds');
  const feeds: FeedEntry[] = data?.feeds ?? [allLeads];
  return {
    feeds: feeds.map((feed) => (feed.isBuiltIn ? { ...feed, name: tCode('builtInFeed', feed.id, feed.name) } : feed)),
    folders: data?.folders ?? [],
  };
}
