import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { TextKey } from '../texts/t.ts';
import type { pageIcons } from './page-icons.ts';

/** Pages by the key that follows `g`. */
export const goShortcuts: Record<string, { path: keyof typeof pageIcons; text: TextKey }> = {
  l: { path: '/leads', text: 'common.leads' },
  i: { path: '/inbox', text: 'inbox.title' },
  v: { path: '/live', text: 'common.live' },
  d: { path: '/dashboard', text: 'common.dashboard' },
  c: { path: '/campaigns', text: 'campaigns.title' },
  o: { path: '/goals', text: 'common.goals' },
  p: { path: '/directory', text: 'directory.title' },
  m: { path: '/lists', text: 'lists.title' },
  e: { path: '/exports', text: 'common.exports' },
  s: { path: '/settings', text: 'common.settings' },
};

const waitMs = 1200;

/** Opens a page when `g` and another key are pressed. Runs before other shortcuts, so that the second key does not trigger them. */
export function useGoShortcuts(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    let until = 0;
    const onKey = (event: KeyboardEvent) => {
      const isExcluded =
        event.target instanceof HTMLElement &&
        event.target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]');
      if (isExcluded || event.metaKey || event.ctrlKey || event.altKey) return;
      const page = goShortcuts[event.key];
      if (Date.now() < until && page) {
        event.preventDefault();
        event.stopImmediatePropagation();
        navigate(page.path);
      }
      until = event.key === 'g' ? Date.now() + waitMs : 0;
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [navigate]);
}
