import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** The fragment of the URL without the #. Another link pasted into the same window changes only the fragment. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash.slice(1));
}
