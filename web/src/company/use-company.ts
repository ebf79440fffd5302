import { useAccountQuery } from '../api/use-account-query.ts';
import type { Interval } from '../ui/intervals.ts';

/** A company with its activity in the interval. */
export function useCompany(companyId: string, { from, to }: Interval) {
  return useAccountQuery('/companies/:companyId', { params: { companyId }, query: { from, to } });
}
