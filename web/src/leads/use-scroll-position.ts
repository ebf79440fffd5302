import { type RefObject, useEffect, useLayoutEffect } from 'react';

const positions = new Map<string, number>();
let isGoingBack = false;
window.addEventListener('popstate', () => {
  isGoingBack = true;
  // After one second the page has rendered. A link that is clicked later must start at the top.
  setTimeout(() => {
    isGoingBack = false;
  }, 1000);
});

/** Remembers the scroll position of a list and restores it when the user goes back to the same URL. */
export function useScrollPosition(scroller: RefObject<HTMLElement | null>, isReady: boolean): void {
  useLayoutEffect(() => {
    const saved = positions.get(listUrl());
    if (isReady && isGoingBack && saved) scroller.current?.scrollTo(0, saved);
  }, [isReady, scroller]);
  useEffect(() => {
    const element = scroller.current;
    const save = () => positions.set(listUrl(), element?.scrollTop ?? 0);
    element?.addEventListener('scroll', save, { passive: true });
    return () => element?.removeEventListener('scroll', save);
  }, [scroller]);
}

/** The URL of the list without the open company, because closing the panel must not scroll the list. */
function listUrl(): string {
  const params = new URLSearchParams(location.search);
  params.delete('company');
  return `${location.pathname}?${params}`;
}
