import type { ExportRequest, Feed, LeadQuery } from '../api/responses.ts';
import { filtersOf, readGroups } from '../feeds/filter-groups.ts';
import { searchTerm } from '../lib/search-term.ts';
import { intervalOf } from '../ui/intervals.ts';
import { firstOrder } from './lead-columns.ts';

export const pageSize = 100;

/** The query of one page of the lead list. */
export function pageQueryOf(query: LeadQuery, pageIndex: number): LeadQuery {
  return { ...query, offset: pageIndex * pageSize, limit: pageSize };
}

/** Reads the query of the lead list and its parts from the URL. Feeds that are not loaded yet have no saved sort order. */
export function leadQuery<Entry extends Pick<Feed, 'id' | 'sort'>>(params: URLSearchParams, today: string, feeds: readonly Entry[]) {
  const interval = intervalOf(params, today);
  const feedId = params.get('feed') ?? 'all_leads';
  const feed = feeds.find(({ id }) => id === feedId);
  // While a feed is edited, all leads with its conditions are shown, in its order.
  const savedSort = (feeds.find(({ id }) => id === params.get('editing')) ?? feed)?.sort;
  const sort = params.get('sort') ?? savedSort?.replace('-', '') ?? 'last_visit';
  const order = params.get('order') ?? (params.get('sort') ? firstOrder(sort) : savedSort && !savedSort.startsWith('-') ? 'asc' : 'desc');
  // The sort order in the format that feeds store; null unless the user selected one.
  const selectedSort = params.get('sort') ? (`${order === 'asc' ? '' : '-'}${sort}` as Feed['sort']) : null;
  const sortToSave = selectedSort ?? savedSort ?? null;
  const search = searchTerm(params.get('q') ?? '');
  const filters = params.get('filters');
  const isHidden = params.get('hidden') !== null;
  // Parameters of the URL are passed on unchanged; the server rejects unknown values.
  const selection = { from: interval.from, to: interval.to, feed: feedId, sort, order, search } as Omit<ExportRequest, 'filters'>;
  const query: LeadQuery = { ...selection, ...(filters ? { filters } : {}), ...(isHidden ? { hidden: true } : {}) };
  const exportRequest: ExportRequest = { ...selection, filters: filtersOf(readGroups(filters)) };
  const isFiltered = filters !== null || feedId !== 'all_leads' || isHidden;
  return { interval, feed, sort, order, selectedSort, sortToSave, search, isHidden, isFiltered, query, exportRequest };
}
