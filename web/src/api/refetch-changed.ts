import type { Query, QueryClient } from '@tanstack/react-query';
import { type Change, isAffected } from './changes.ts';
import { isOwnChange, withDataVersion } from './request.ts';

/** Refetches the shown data that the change affects. The page has already reloaded everything after its own changes. */
export function refetchChanged(queryClient: QueryClient, base: string, { kinds, version, mark }: Change): void {
  const newKinds = isOwnChange(mark) ? kinds.filter((kind) => kind !== 'changes') : kinds;
  withDataVersion(version, () => {
    queryClient.invalidateQueries({
      queryKey: [base],
      // A refetch would cancel the request of the next page, and “Show more” would have no effect.
      predicate: (query) => isAffected(query.queryKey, newKinds) && !isFetchingNextPage(query),
    });
  });
}

function isFetchingNextPage({ state }: Query): boolean {
  return state.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore?.direction === 'forward';
}
