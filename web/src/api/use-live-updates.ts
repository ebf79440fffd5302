import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWork } from './session.tsx';

const calmMs = 800;

/**
 * Listens for new visits and asks again for what is shown. Answers whether the line to the server is open. Only a page that is
 * seen holds a line: browsers allow few of them for all windows together.
 */
export function useChanges(): boolean {
  const { base } = useWork();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasAway = false;
    let isMore = false;
    const askAgain = () => queryClient.invalidateQueries({ queryKey: [base] });
    const rest = () => {
      timer = isMore ? setTimeout(rest, calmMs) : undefined;
      if (isMore) askAgain();
      isMore = false;
    };
    const begin = () => {
      source = new EventSource(`/app/api${base}/stream`);
      source.addEventListener('open', () => {
        setOpen(true);
        // What happened while nobody listened was not told.
        if (wasAway) askAgain();
        wasAway = false;
      });
      source.addEventListener('error', () => {
        wasAway = true;
        setOpen(false);
        if (source?.readyState === EventSource.CLOSED) queryClient.invalidateQueries({ queryKey: ['session'] });
      });
      source.addEventListener('change', () => {
        // The first is answered at once, those that follow soon after it together.
        if (timer === undefined) askAgain();
        else isMore = true;
        timer ??= setTimeout(rest, calmMs);
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
