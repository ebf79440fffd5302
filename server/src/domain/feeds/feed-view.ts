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
export type LeadColumn = (typeof leadColumns)[number];

/** How a feed is shown: its columns, and the widths in pixels that a user gave them. */
export type FeedView = { columns: LeadColumn[]; widths: Partial<Record<LeadColumn | 'name', number>> };
