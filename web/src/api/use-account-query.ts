import { keepPreviousData, type UseQueryOptions, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../ui/toast.tsx';
import { ApiError, request, type Sent } from './request.ts';
import { useWork } from './session.tsx';

type QueryOptions<Answer> = Pick<UseQueryOptions<Sent<Answer>>, 'enabled' | 'staleTime' | 'refetchInterval'>;

/** Something of the account, by its path. What was shown stays while the next answer is on its way. */
export function useAccountQuery<Answer>(path: string, options: QueryOptions<Answer> = {}): UseQueryResult<Sent<Answer>> {
  const { base } = useWork();
  return useQuery({
    queryKey: [base, path],
    queryFn: ({ signal }) => request<Answer>(base + path, { signal }),
    placeholderData: keepPreviousData,
    ...options,
  });
}

type Change = { method: string; path: string; body?: unknown; file?: Blob };

/** A change to the account. Everything shown is asked for again; a refusal is told where no form shows it. */
export function useAccountChange<Answer = unknown>(options: { quiet?: boolean } = {}) {
  const { base } = useWork();
  const queryClient = useQueryClient();
  const tell = useToast();
  return useMutation({
    meta: { isAccountChange: true },
    mutationFn: ({ path, ...options }: Change) => request<Answer>(base + path, options),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [base] }),
    onError: (error) => {
      if (!options.quiet) tell(error instanceof ApiError ? error.message : 'That did not work. Try again.');
    },
  });
}
