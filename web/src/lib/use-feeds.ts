import { useAccountQuery } from './use-account-query.ts';

export type FeedEntry = { id: string; name: string; isBuiltIn: boolean; count: number | null };

const builtIn: FeedEntry[] = [{ id: 'all_leads', name: 'All leads', isBuiltIn: true, count: null }];

/** The feeds with how many leads they hold in the last thirty days. */
export function useFeeds(): FeedEntry[] {
  const { data } = useAccountQuery<FeedEntry[]>('/feeds');
  return data ?? builtIn;
}
