import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const hasFailed = (query: Query) => query.state.status === 'error' && query.state.data === undefined && query.isActive();

/** The first error of the shown queries that have no data, or null, and a function that sends all of them again. */
export function useFailedQueries(): { error: Error | null; retry: () => void } {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const error = useSyncExternalStore(
    (onChange) => cache.subscribe(notifyManager.batchCalls(onChange)),
    () => cache.getAll().find(hasFailed)?.state.error ?? null,
  );
  return { error, retry: () => void queryClient.refetchQueries({ predicate: hasFailed }) };
}
