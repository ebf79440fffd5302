import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWork } from './session.tsx';

const calmMs = 800;

/** Listens for new visits and asks again for what is shown. Answers whether the line to the server is open. */
export function useChanges(): boolean {
  const { base } = useWork();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    const source = new EventSource(`/app/api${base}/stream`);
    let timer: ReturnType<typeof setTimeout> | undefined;
    source.addEventListener('open', () => {
      setOpen((was) => {
        // What happened while the line was broken was not told.
        if (!was) queryClient.invalidateQueries();
        return true;
      });
    });
    source.addEventListener('error', () => {
      setOpen(false);
      if (source.readyState === EventSource.CLOSED) queryClient.invalidateQueries({ queryKey: ['session'] });
    });
    source.addEventListener('change', () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        queryClient.invalidateQueries({ queryKey: [base] });
      }, calmMs);
    });
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [base, queryClient]);
  return isOpen;
}
