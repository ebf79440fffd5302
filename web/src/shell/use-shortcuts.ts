import { type RefObject, useEffect, useRef } from 'react';

type Shortcuts = Record<string, (event: KeyboardEvent) => void>;

const registered = new Set<RefObject<Shortcuts>>();

/**
 * Handles single keys, and combinations such as `mod+k`, where `mod` is ⌘ or Ctrl. Single keys are ignored in fields, dialogs and menus.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useEffect(() => {
    if (registered.size === 0) window.addEventListener('keydown', onKey);
    registered.add(current);
    return () => {
      registered.delete(current);
      if (registered.size === 0) window.removeEventListener('keydown', onKey);
    };
  }, []);
}

function onKey(event: KeyboardEvent): void {
  const target = event.target instanceof HTMLElement ? event.target : null;
  const isField = target?.closest('input:not([type=checkbox]), textarea, select, [contenteditable]');
  const hasModifier = event.metaKey || event.ctrlKey;
  if ((isField && !hasModifier) || event.altKey) return;
  if (target?.closest('[role=dialog], [role=menu]') && !hasModifier) return;
  const key = hasModifier ? `mod+${event.key.toLowerCase()}` : event.key.toLowerCase();
  // Other keys, if held, would change one company after the other. Combinations must still replace those of the browser.
  if (event.repeat && !hasModifier && key !== 'j' && key !== 'k') return;
  // One listener for all, because React may render between two listeners, and the second would act on what the first has changed.
  const handlers = [...registered].flatMap(({ current }) => current[key] ?? []);
  for (const handler of handlers) handler(event);
}
