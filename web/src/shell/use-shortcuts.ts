import { useEffect, useRef } from 'react';

type Shortcuts = Record<string, (event: KeyboardEvent) => void>;

/**
 * Handles single keys, and combinations such as `mod+k`, where `mod` is ⌘ or Ctrl. Single keys are ignored in fields, dialogs and menus.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isField =
        event.target instanceof HTMLElement && event.target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]');
      const hasModifier = event.metaKey || event.ctrlKey;
      if ((isField && !hasModifier) || event.altKey) return;
      const isInDialog = event.target instanceof HTMLElement && event.target.closest('[role=dialog], [role=menu]');
      const handler = current.current[hasModifier ? `mod+${event.key.toLowerCase()}` : event.key.toLowerCase()];
      if (!handler || (isInDialog && !hasModifier)) return;
      handler(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
