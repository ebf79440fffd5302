import type { AccountApi } from '../../../server/src/app/api.ts';
import { send } from '../api/request.ts';
import type { LeadQuery } from '../api/responses.ts';
import { pageQueryOf } from './lead-query.ts';

type LeadsResponse = AccountApi['GET /leads']['response'];

/** One page of the lead list, for the query cache. */
export function leadPage(base: string, query: LeadQuery, pageIndex: number) {
  return {
    queryKey: [base, '/leads', query, pageIndex],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      send<LeadsResponse>(base, 'GET /leads', { query: pageQueryOf(query, pageIndex), signal }),
  };
}
