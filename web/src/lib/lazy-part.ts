import { type ComponentType, lazy } from 'react';

const waiting = new Set<() => Promise<unknown>>();
const firstSigns = ['pointermove', 'touchstart', 'keydown'];

/** Fetches what was left out of the first page as soon as its reader does something. */
function fetchWaiting(): void {
  for (const sign of firstSigns) window.removeEventListener(sign, fetchWaiting);
  // Whatever fails here is fetched again, and reported, when it is shown.
  for (const load of waiting) load().catch(() => {});
  waiting.clear();
}
for (const sign of firstSigns) window.addEventListener(sign, fetchWaiting, { passive: true });

/** A component in a file of its own, which the first page does without. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const loadPart = () => load().then((part) => ({ default: part }));
  waiting.add(loadPart);
  return lazy(loadPart);
}
