import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { Lead, LeadQuery } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { leadPage } from './lead-page.ts';
import { pageSize } from './lead-query.ts';

export type VisibleRows = { first: number; last: number };
export type LeadPages = ReturnType<typeof useLeadPages>;

/** The leads of the list, loaded in pages. Only the first page and the visible pages are requested. */
export function useLeadPages(query: LeadQuery, visibleRows: VisibleRows) {
  const { base } = useWorkspace();
  const first = useQuery({ ...leadPage(base, query, 0), placeholderData: keepPreviousData });
  const total = first.data?.total ?? 0;
  const from = Math.max(1, Math.floor(visibleRows.first / pageSize));
  const to = Math.min(Math.floor(visibleRows.last / pageSize), Math.floor(Math.max(0, total - 1) / pageSize));
  const pages = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  const others = useQueries({
    queries: pages.map((pageIndex) => leadPage(base, query, pageIndex)),
  });
  const leadAt = (row: number): Lead | undefined => {
    const pageIndex = Math.floor(row / pageSize);
    const page = pageIndex === 0 ? first.data : others[pages.indexOf(pageIndex)]?.data;
    return page?.rows[row % pageSize];
  };
  const loaded = [first, ...others].flatMap(({ data }) => data?.rows ?? []);
  return {
    total,
    /** Whether more leads match than can be listed. */
    isTotalCapped: first.data?.isTotalCapped ?? false,
    leadAt,
    loaded,
    error: first.data ? null : first.error,
    /** A further page that could not be loaded. */
    failedPage: others.find(({ error, data }) => error && !data),
    isPending: first.isPending,
    isStale: first.isPlaceholderData,
    retry: first.refetch,
  };
}
