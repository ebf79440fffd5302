import type { ExportRequest, LeadQuery } from '../api/answers.ts';
import { useWork } from '../api/session.tsx';
import { filtersOf, readGroups } from '../feeds/filter-groups.ts';
import { useFeeds } from '../feeds/use-feeds.ts';
import { useParams } from '../lib/use-params.ts';
import { intervalOf } from '../ui/intervals.ts';
import { textSorts } from './lead-columns.ts';

/** The query of the lead list, read from the URL. */
export function useLeadQuery() {
  const { account } = useWork();
  const [params] = useParams();
  const { feeds } = useFeeds();
  const interval = intervalOf(params, account.timezone);
  const feedId = params.get('feed') ?? 'all_leads';
  const feed = feeds.find(({ id }) => id === feedId);
  const sort = params.get('sort') ?? feed?.sort?.replace('-', '') ?? 'last_visit';
  const order = params.get('order') ?? (params.get('sort') ? firstOrder(sort) : feed?.sort && !feed.sort.startsWith('-') ? 'asc' : 'desc');
  const search = params.get('q') ?? '';
  const filters = params.get('filters');
  const isHidden = params.get('hidden') !== null;
  // Parameters of the URL are passed on unchanged; the server rejects unknown values.
  const selection = { from: interval.from, to: interval.to, feed: feedId, sort, order, search } as Omit<ExportRequest, 'filters'>;
  const query: LeadQuery = { ...selection, ...(filters ? { filters } : {}), ...(isHidden ? { hidden: true } : {}) };
  const exportRequest: ExportRequest = { ...selection, filters: filtersOf(readGroups(filters)) };
  const isFiltered = search !== '' || filters !== null || feedId !== 'all_leads' || isHidden;
  return { interval, feed, sort, order, search, isHidden, isFiltered, query, exportRequest };
}

/** Text columns are first sorted from A, numbers and times from the largest. */
function firstOrder(sort: string): string {
  return textSorts.includes(sort) ? 'asc' : 'desc';
}
