import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { anyChange, type Change, readChange } from './changes.ts';
import { refetchChanged } from './refetch-changed.ts';
import { useWorkspace } from './session.tsx';

/** The delay before the page connects again after an error response. */
const reconnectMs = 5000;

/**
 * Refetches the queries that a change affects when the server reports it. The server reports less often while changes keep coming.
 * Only a visible page keeps a connection, because browsers limit the connections of all windows together. Returns false
 * after the connection was lost, until it is open again.
 */
export function useLiveUpdates(): boolean {
  const { base } = useWorkspace();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    let source: EventSource | null = null;
    let wasDisconnected = false;
    let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
    const refetch = (change: Change) => refetchChanged(queryClient, base, change);
    const connect = () => {
      source = new EventSource(`/app/api${base}/stream`);
      source.addEventListener('open', () => {
        setOpen(true);
        // The server does not repeat changes that happened while the page was disconnected.
        if (wasDisconnected) refetch(anyChange);
        wasDisconnected = false;
      });
      source.addEventListener('error', () => {
        wasDisconnected = true;
        setOpen(false);
        if (source?.readyState !== EventSource.CLOSED) return;
        // The browser reconnects after a lost connection, but not after an error response, such as a 503 while the server starts.
        close();
        reconnectTimer = setTimeout(updateConnection, reconnectMs);
        queryClient.invalidateQueries({ queryKey: ['session'] });
      });
      source.addEventListener('change', ({ data }) => refetch(readChange(data)));
    };
    const close = () => {
      clearTimeout(reconnectTimer);
      source?.close();
      source = null;
      wasDisconnected = true;
    };
    const updateConnection = () => (document.hidden ? close() : source || connect());
    // The browser may report a connection as open for minutes after the network was lost.
    const disconnect = () => {
      close();
      setOpen(false);
    };
    updateConnection();
    document.addEventListener('visibilitychange', updateConnection);
    window.addEventListener('offline', disconnect);
    window.addEventListener('online', updateConnection);
    window.addEventListener('pagehide', close);
    window.addEventListener('pageshow', updateConnection);
    return () => {
      window.removeEventListener('offline', disconnect);
      window.removeEventListener('online', updateConnection);
      document.removeEventListener('visibilitychange', updateConnection);
      window.removeEventListener('pagehide', close);
      window.removeEventListener('pageshow', updateConnection);
      close();
    };
  }, [base, queryClient]);
  return isOpen;
}
