import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { LeadRow } from '../../../server/src/domain/leads/lead-row.ts';
import { request, type Sent } from '../api/request.ts';
import { useWork } from '../api/session.tsx';

export type Lead = Sent<LeadRow>;
type Page = { total: number; rows: LeadRow[] };

export const pageSize = 100;

/** The table of leads, a page at a time: only the pages that are in sight are asked for. */
export function useLeadPages(query: string, firstRow: number, lastRow: number) {
  const { base } = useWork();
  const page = (at: number) => ({
    queryKey: [base, '/leads', query, at],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      request<Page>(`${base}/leads?${query}&offset=${at * pageSize}&limit=${pageSize}`, { signal }),
  });
  const first = useQuery({ ...page(0), placeholderData: keepPreviousData });
  const total = first.data?.total ?? 0;
  const from = Math.max(1, Math.floor(firstRow / pageSize));
  const to = Math.min(Math.floor(lastRow / pageSize), Math.floor(Math.max(0, total - 1) / pageSize));
  const wanted = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  const further = useQueries({ queries: wanted.map((at) => ({ ...page(at), placeholderData: keepPreviousData })) });
  const leadAt = (row: number): Lead | undefined => {
    const at = Math.floor(row / pageSize);
    const answer = at === 0 ? first.data : further[wanted.indexOf(at)]?.data;
    return answer?.rows[row % pageSize];
  };
  return { total, leadAt, error: first.error, isPending: first.isPending, isOld: first.isPlaceholderData, retry: first.refetch };
}
