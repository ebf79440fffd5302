import { pageUrl } from '../../events/page-url.ts';
import type { Filter } from './filter.ts';

/** Excludes a path and everything below it; a trailing asterisk matches any ending. */
export const excludedPath: Filter = {
  name: 'excluded-path',
  check({ event }, _client, { processing: { excluded_paths } }) {
    if (excluded_paths.length === 0 || event.url === null) return null;
    const path = pageUrl(event.url)?.path;
    return path !== undefined && excluded_paths.some((excluded) => coversPath(excluded, path)) ? 'excluded_path' : null;
  },
};

export function coversPath(excluded: string, path: string): boolean {
  if (excluded.endsWith('*')) return path.startsWith(excluded.slice(0, -1));
  const folder = excluded.endsWith('/') ? excluded : `${excluded}/`;
  return path === excluded || path.startsWith(folder);
}
