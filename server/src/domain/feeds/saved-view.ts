/** The columns of the list of leads; the company comes first and is always shown. */
export const leadColumns = [
  'quality',
  'intent',
  'place',
  'industry',
  'employees',
  'visits',
  'page_views',
  'last_visit',
  'source',
  'tags',
  'assignee',
] as const;
type LeadColumn = (typeof leadColumns)[number];

/** The columns of a saved view and their widths in pixels. The sort order is stored with the feed. */
export type SavedView = { columns: LeadColumn[]; widths: Partial<Record<LeadColumn | 'name', number>> };
