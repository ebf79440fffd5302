import { type ComponentType, lazy } from 'react';

const waiting = new Set<() => Promise<unknown>>();
const firstSigns = ['pointermove', 'touchstart', 'keydown'];

/** Loads the code that the first page does not need, as soon as the user interacts with that page. */
function fetchWaiting(): void {
  for (const sign of firstSigns) window.removeEventListener(sign, fetchWaiting);
  // If loading fails, it is retried, and the error reported, when the component is shown.
  for (const load of waiting) load().catch(() => {});
  waiting.clear();
}
for (const sign of firstSigns) window.addEventListener(sign, fetchWaiting, { passive: true });

/** A component in a separate file, which the first page does not need. */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>) {
  const loadComponent = () => load().then((component) => ({ default: component }));
  waiting.add(loadComponent);
  return lazy(loadComponent);
}
