import type { IconName } from '../ui/icon.tsx';

/** The icons of the pages, by path. */
export const pageIcons = {
  '/leads': 'leads',
  '/inbox': 'note',
  '/live': 'live',
  '/dashboard': 'chart',
  '/campaigns': 'event',
  '/goals': 'flag',
  '/directory': 'folder',
  '/lists': 'list',
  '/exports': 'download',
  '/settings': 'settings',
} as const satisfies Record<string, IconName>;
