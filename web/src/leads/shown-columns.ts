import type { SavedView } from '../api/responses.ts';

/** The columns of a view that are visible now. On a narrow page, or beside reasons of leads, the default view hides some of its columns. */
export function shownColumns({ columns }: SavedView): SavedView['columns'] {
  const headers = [...document.querySelectorAll<HTMLElement>('[data-column]')];
  const hidden = headers.filter((header) => !header.checkVisibility()).map(({ dataset }) => dataset.column);
  return columns.filter((column) => !hidden.includes(column));
}
