export const palette = {
  'palette.actionsOn': { one: 'On {count} selected company', other: 'On {count} selected companies' },
  'palette.addTag': 'Add a tag…',
  'palette.addToList': 'Add to a list…',
  'palette.assign': 'Assign…',
  'palette.createFeed': 'Create a feed',
  'palette.language': 'Switch language to {name}',
  'palette.noResults': 'No results. To assign, tag or follow a company, select or open it first.',
  'palette.pick': 'Type to find one; Backspace goes back',
  'palette.removeFromList': 'Remove from a list…',
  'palette.removeTag': 'Remove a tag…',
  'palette.unassign': 'Remove the assignee',
  'palette.unfollow': 'Stop following',
} as const;
