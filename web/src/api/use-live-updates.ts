import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWork } from './session.tsx';

const pauseMs = 800;

/**
 * Refetches what is shown when something new is stored. Returns whether the connection is open. Only a visible page holds a
 * connection, because browsers allow few of them for all windows together.
 */
export function useLiveUpdates(): boolean {
  const { base } = useWork();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasAway = false;
    let isMore = false;
    const refetch = () => queryClient.invalidateQueries({ queryKey: [base] });
    const rest = () => {
      timer = isMore ? setTimeout(rest, pauseMs) : undefined;
      if (isMore) refetch();
      isMore = false;
    };
    const begin = () => {
      source = new EventSource(`/app/api${base}/stream`);
      source.addEventListener('open', () => {
        setOpen(true);
        // Changes were missed while disconnected.
        if (wasAway) refetch();
        wasAway = false;
      });
      source.addEventListener('error', () => {
        wasAway = true;
        setOpen(false);
        if (source?.readyState === EventSource.CLOSED) queryClient.invalidateQueries({ queryKey: ['session'] });
      });
      source.addEventListener('change', () => {
        // The first change refetches immediately; those that follow within the pause are batched.
        if (timer === undefined) refetch();
        else isMore = true;
        timer ??= setTimeout(rest, pauseMs);
      });
    };
    const end = () => {
      clearTimeout(timer);
      timer = undefined;
      source?.close();
      source = null;
      wasAway = true;
    };
    const follow = () => (document.hidden ? end() : source || begin());
    follow();
    document.addEventListener('visibilitychange', follow);
    window.addEventListener('pagehide', end);
    window.addEventListener('pageshow', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      window.removeEventListener('pagehide', end);
      window.removeEventListener('pageshow', follow);
      end();
    };
  }, [base, queryClient]);
  return isOpen;
}
