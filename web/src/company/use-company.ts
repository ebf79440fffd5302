import type { CompanyDetails } from '../api/responses.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import type { Interval } from '../ui/intervals.ts';

/** A company with its activity in the interval. While it loads, the previous company is not shown. */
export function useCompany(companyId: string, { from, to }: Interval) {
  const { data, error, refetch, isPlaceholderData } = useAccountQuery('/companies/:companyId', {
    params: { companyId },
    query: { from, to },
  });
  const company: CompanyDetails | undefined = isPlaceholderData && data?.companyId !== companyId ? undefined : data;
  return { data: company, error, refetch };
}
