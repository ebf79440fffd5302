export const live = {
  'live.companies': { one: '{count} company in the last 30 minutes', other: '{count} companies in the last 30 minutes' },
  'live.everybody': 'Everybody',
  'live.filterByFeed': 'Filter by feed',
  'live.nobody': 'Nobody was on the site in the last 30 minutes',
  'live.nobodyHint': 'Visitors appear here as soon as they open a page, and stay for 30 minutes after their last activity.',
  'live.nobodyInFeed': 'No company in this feed visited in the last 30 minutes',
  'live.onTheSite': { one: '{count} on the site, {companies} from companies', other: '{count} on the site, {companies} from companies' },
  'live.others': { one: '{count} other visitor', other: '{count} other visitors' },
  'live.placeUnknown': 'Place unknown',
  'live.since': 'Since {time}',
  'live.visit': 'Visit',
} as const;
