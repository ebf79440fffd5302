/** The columns of the list, and what the server sorts by for each. */
export const columns = [
  { sort: 'name', name: 'Company', className: '' },
  { sort: 'quality', name: 'Quality', className: 'must-hide' },
  { sort: 'place', name: 'Place', className: 'must-hide' },
  { sort: 'industry', name: 'Industry', className: 'may-hide' },
  { sort: 'employees', name: 'Size', className: 'may-hide' },
  { sort: 'visits', name: 'Visits', className: 'right' },
  { sort: 'page_views', name: 'Pages', className: 'right must-hide' },
  { sort: 'last_visit', name: 'Last seen', className: 'right' },
  { sort: 'source', name: 'Source', className: 'may-hide' },
  { sort: null, name: 'Tags', className: 'may-hide' },
  { sort: 'assignee', name: 'Assignee', className: 'may-hide', icon: 'person' },
] as const;

/** Supported columns from A to Z first. */
export const textSorts: string[] = ['name', 'place', 'industry', 'source', 'assignee'];
