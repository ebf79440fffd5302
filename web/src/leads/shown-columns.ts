import type { SavedView } from '../api/responses.ts';

/** The columns of a view that the list shows now: unless they were selected, a narrow page and the reasons of leads leave some out. */
export function shownColumns({ columns }: SavedView): SavedView['columns'] {
  const headers = [...document.querySelectorAll<HTMLElement>('[data-column]')];
  const hidden = headers.filter((header) => !header.checkVisibility()).map(({ dataset }) => dataset.column);
  return columns.filter((column) => !hidden.includes(column));
}
