export const leadSorts = [
  'last_visit',
  'first_visit',
  'visits',
  'page_views',
  'quality',
  'name',
  'place',
  'industry',
  'employees',
  'source',
  'assignee',
] as const;
export type LeadSort = (typeof leadSorts)[number];
