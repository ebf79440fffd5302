/** The columns of the list, and what the server sorts by for each. */
export const columns = [
  { sort: 'name', name: 'Company', className: [] },
  { sort: 'quality', name: 'Quality', className: ['mustHide'] },
  { sort: 'place', name: 'Place', className: ['mustHide'] },
  { sort: 'industry', name: 'Industry', className: ['mayHide'] },
  { sort: 'employees', name: 'Size', className: ['mayHide'] },
  { sort: 'visits', name: 'Visits', className: ['right'] },
  { sort: 'page_views', name: 'Pages', className: ['right', 'mustHide'] },
  { sort: 'last_visit', name: 'Last seen', className: ['right'] },
  { sort: 'source', name: 'Source', className: ['mayHide'] },
  { sort: null, name: 'Tags', className: ['mayHide'] },
  { sort: 'assignee', name: 'Assignee', className: ['mayHide'], icon: 'person' },
] as const;

/** Supported columns from A to Z first. */
export const textSorts: string[] = ['name', 'place', 'industry', 'source', 'assignee'];
