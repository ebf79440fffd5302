import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { changedKinds, isAffected } from './live-updates.ts';
import { useWorkspace } from './session.tsx';

/**
 * Refetches queries that depend on visits or events when the server reports new ones. The server reports less often while many arrive.
 * Only a visible page keeps a connection, because browsers limit the connections of all windows together. Returns whether the connection
 * is open.
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
        // The server does not repeat changes that happened while the page was disconnected.
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
    // The browser may report a connection as open for minutes after the network was lost.
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
