import { type ComponentType, lazy } from 'react';

const waiting = new Set<() => Promise<unknown>>();
const firstSigns = ['pointermove', 'touchstart', 'keydown'];

/** Loads the code that the first page does not need, as soon as the user interacts with it. */
function fetchWaiting(): void {
  for (const sign of firstSigns) window.removeEventListener(sign, fetchWaiting);
  // If loading fails, it is retried, and the error reported, when the component is shown.
  for (const load of waiting) load().catch(() => {});
  waiting.clear();
}
for (const sign of firstSigns) window.addEventListener(sign, fetchWaiting, { passive: true });

/** A component in a separate file, which the first page does not need. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const loadPart = () => load().then((part) => ({ default: part }));
  waiting.add(loadPart);
  return lazy(loadPart);
}
