export const directory = {
  'directory.addSelectedToList': 'Add to list',
  'directory.alsoVisited': 'Include companies that already visited',
  'directory.contacts': { one: '{count} contact', other: '{count} contacts' },
  'directory.contactsOf': 'Contacts of {name}',
  'directory.country': 'Country',
  'directory.found': { one: '{count} company found', other: '{count} companies found' },
  'directory.foundMany': '{max}+ companies found',
  'directory.goToImports': 'Import companies',
  'directory.howToSearch':
    'Search the company directory by words, country, size or industry, and add companies to a list. Companies that already visited are left out.',
  'directory.lastVisit': 'Visited: {time}',
  'directory.notVisited': 'Not yet',
  'directory.nothingFound': 'No company matches',
  'directory.nothingFoundHint':
    'Try fewer words, remove a filter, or include companies that already visited. You can import more companies in the settings.',
  'directory.search': 'Name, domain or keyword',
  'directory.selected': { one: '{count} selected', other: '{count} selected' },
  'directory.showMore': 'Show more',
  'directory.size': 'Size',
  'directory.title': 'Directory',
  'directory.visited': 'Visited',
  'directory.whomToFind': 'Find companies that have not visited yet',
} as const;
