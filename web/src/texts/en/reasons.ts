export const reasons = {
  'reasons.title': 'Why now',
  'reasons.rise': '{visits} in a week, usually {weekly}',
  'reasons.goalNamed': { one: 'Reached {name}', other: 'Reached {name} {count} times' },
  'reasons.goals': { one: '{count} goal reached', other: '{count} goals reached' },
  'reasons.return': { one: 'Back after {count} day', other: 'Back after {count} days' },
  'reasons.people': { one: '{count} new person', other: '{count} new people' },
  'reasons.icp': 'Matches {name} ({score})',
  'reasons.comparedWith': '{days}, compared with {compared}',
} as const;
