import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { Lead, LeadQuery } from '../api/answers.ts';
import { useWork } from '../api/session.tsx';
import { useAccountRequest } from '../api/use-account-change.ts';

const pageSize = 100;

export type VisibleRows = { first: number; last: number };
export type LeadPages = ReturnType<typeof useLeadPages>;

/** The table of leads, a page at a time: only the visible pages are requested. */
export function useLeadPages(query: LeadQuery, visible: VisibleRows) {
  const { base } = useWork();
  const ask = useAccountRequest();
  const page = (at: number) => ({
    queryKey: [base, '/leads', query, at],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      ask('GET /leads', { query: { ...query, offset: at * pageSize, limit: pageSize }, signal }),
  });
  const first = useQuery({ ...page(0), placeholderData: keepPreviousData });
  const total = first.data?.total ?? 0;
  const from = Math.max(1, Math.floor(visible.first / pageSize));
  const to = Math.min(Math.floor(visible.last / pageSize), Math.floor(Math.max(0, total - 1) / pageSize));
  const pages = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  const further = useQueries({ queries: pages.map((at) => ({ ...page(at), placeholderData: keepPreviousData })) });
  const leadAt = (row: number): Lead | undefined => {
    const at = Math.floor(row / pageSize);
    const answer = at === 0 ? first.data : further[pages.indexOf(at)]?.data;
    return answer?.rows[row % pageSize];
  };
  const loaded = [first, ...further].flatMap(({ data }) => data?.rows ?? []);
  return {
    total,
    leadAt,
    loaded,
    error: first.data ? null : first.error,
    isPending: first.isPending,
    isOld: first.isPlaceholderData,
    retry: first.refetch,
  };
}
