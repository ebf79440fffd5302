/** The columns of the list, and what the server sorts by for each. */
export const columns = [
  { sort: 'name', text: 'common.company', className: [] },
  { sort: 'quality', text: 'common.quality', className: ['mustHide'] },
  { sort: null, text: 'leads.intent', className: ['mustHide', 'intent'] },
  { sort: 'place', text: 'common.place', className: ['mustHide'] },
  { sort: 'industry', text: 'common.industry', className: ['mayHide'] },
  { sort: 'employees', text: 'leads.size', className: ['mayHide'] },
  { sort: 'visits', text: 'common.visits', className: ['right'] },
  { sort: 'page_views', text: 'common.pages', className: ['right', 'mustHide'] },
  { sort: 'last_visit', text: 'leads.lastSeen', className: ['right'] },
  { sort: 'source', text: 'leads.source', className: ['mayHide'] },
  { sort: null, text: 'common.tags', className: ['mayHide'] },
  { sort: 'assignee', text: 'leads.assignee', className: ['mayHide'], icon: 'person' },
] as const;

/** Supported columns from A to Z first. */
export const textSorts: string[] = ['name', 'place', 'industry', 'source', 'assignee'];
