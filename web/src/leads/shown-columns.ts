import type { SavedView } from '../api/responses.ts';

/** The columns of a view that are visible now. The default view hides some of them on a narrow page, or while leads show their reasons. */
export function shownColumns({ columns }: SavedView): SavedView['columns'] {
  const headers = [...document.querySelectorAll<HTMLElement>('[data-column]')];
  const hidden = headers.filter((header) => !header.checkVisibility()).map(({ dataset }) => dataset.column);
  return columns.filter((column) => !hidden.includes(column));
}
