import { type ComponentType, lazy } from 'react';

const waiting = new Set<() => Promise<unknown>>();
const interactionEvents = ['pointermove', 'touchstart', 'keydown'];

/** Loads the components that the first page does not need, as soon as the user interacts with the page. */
function fetchWaiting(): void {
  for (const type of interactionEvents) window.removeEventListener(type, fetchWaiting);
  // A component that fails to load is loaded again, and the error reported, when it is shown.
  for (const load of waiting) load().catch(() => {});
  waiting.clear();
}
for (const type of interactionEvents) window.addEventListener(type, fetchWaiting, { passive: true });

/** Declares a component that the first page does not need, so that its code is loaded from a separate file. */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>) {
  const loadComponent = () => load().then((component) => ({ default: component }));
  waiting.add(loadComponent);
  return lazy(loadComponent);
}
