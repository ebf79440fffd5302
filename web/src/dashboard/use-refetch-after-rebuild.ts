import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useWorkspace } from '../api/session.tsx';

/** Refetches everything shown once a rebuild of the rollups has ended. */
export function useRefetchAfterRebuild(isRebuilding: boolean): void {
  const { base } = useWorkspace();
  const queryClient = useQueryClient();
  const wasRebuilding = useRef(false);
  useEffect(() => {
    if (wasRebuilding.current && !isRebuilding) queryClient.invalidateQueries({ queryKey: [base] });
    wasRebuilding.current = isRebuilding;
  }, [isRebuilding, base, queryClient]);
}
