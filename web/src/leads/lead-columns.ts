import type { LeadColumn } from '../api/responses.ts';

/**
 * The columns of the list, with the sort key on the server, the width, and classes that hide columns on narrow pages. The header of a
 * column with an icon shows the icon instead of the text.
 */
export const columns = [
  { key: 'name', sort: 'name', text: 'common.company', className: [], width: 'minmax(190px, 1.9fr)' },
  { key: 'quality', sort: 'quality', text: 'common.quality', className: ['mustHide'], width: '70px' },
  { key: 'intent', sort: null, text: 'leads.intent', className: ['mustHide', 'intent'], width: '46px' },
  { key: 'place', sort: 'place', text: 'common.place', className: ['mustHide'], width: 'minmax(90px, 1.1fr)' },
  { key: 'industry', sort: 'industry', text: 'common.industry', className: ['mayHide'], width: 'minmax(90px, 1.3fr)' },
  { key: 'employees', sort: 'employees', text: 'leads.size', className: ['mayHide'], width: '96px' },
  { key: 'visits', sort: 'visits', text: 'common.visits', className: ['right', 'notVital'], width: '46px' },
  { key: 'page_views', sort: 'page_views', text: 'common.pages', className: ['right', 'mustHide'], width: '46px' },
  { key: 'last_visit', sort: 'last_visit', text: 'common.lastVisit', className: ['right', 'lastHidden'], width: '106px' },
  { key: 'source', sort: 'source', text: 'leads.source', className: ['mayHide'], width: 'minmax(90px, 1.2fr)' },
  { key: 'tags', sort: null, text: 'common.tags', className: ['mayHide'], width: 'minmax(64px, 0.7fr)' },
  { key: 'assignee', sort: 'assignee', text: 'leads.assignee', className: ['mayHide'], width: '34px', icon: 'person' },
] as const satisfies readonly { key: LeadColumn | 'name'; [property: string]: unknown }[];

const textSorts: string[] = ['name', 'place', 'industry', 'source', 'assignee'];

/** The order after the first click on a column: from A to Z for texts, descending for numbers and times. */
export function firstOrder(sort: string): 'asc' | 'desc' {
  return textSorts.includes(sort) ? 'asc' : 'desc';
}
