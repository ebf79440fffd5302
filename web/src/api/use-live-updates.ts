import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { changedKinds, isAffected } from './live-updates.ts';
import { useWorkspace } from './session.tsx';

/**
 * Refetches what depends on visits or events when the server reports new ones, which it does less and less often while they keep coming. Only a visible page holds a
 * connection, because browsers allow few of them for all windows together. Returns whether the connection is open.
 */
export function useLiveUpdates(): boolean {
  const { base } = useWorkspace();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    let source: EventSource | null = null;
    let wasAway = false;
    const refetch = (kinds: ReturnType<typeof changedKinds>) =>
      queryClient.invalidateQueries({ queryKey: [base], predicate: ({ queryKey }) => isAffected(queryKey, kinds) });
    const begin = () => {
      source = new EventSource(`/app/api${base}/stream`);
      source.addEventListener('open', () => {
        setOpen(true);
        // Changes were missed while disconnected.
        if (wasAway) refetch(['visits', 'events']);
        wasAway = false;
      });
      source.addEventListener('error', () => {
        wasAway = true;
        setOpen(false);
        if (source?.readyState === EventSource.CLOSED) queryClient.invalidateQueries({ queryKey: ['session'] });
      });
      source.addEventListener('change', ({ data }) => refetch(changedKinds(data)));
    };
    const end = () => {
      source?.close();
      source = null;
      wasAway = true;
    };
    const follow = () => (document.hidden ? end() : source || begin());
    // Without a network, a connection may seem open for minutes.
    const disconnect = () => {
      end();
      setOpen(false);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    window.addEventListener('offline', disconnect);
    window.addEventListener('online', follow);
    window.addEventListener('pagehide', end);
    window.addEventListener('pageshow', follow);
    return () => {
      window.removeEventListener('offline', disconnect);
      window.removeEventListener('online', follow);
      document.removeEventListener('visibilitychange', follow);
      window.removeEventListener('pagehide', end);
      window.removeEventListener('pageshow', follow);
      end();
    };
  }, [base, queryClient]);
  return isOpen;
}
