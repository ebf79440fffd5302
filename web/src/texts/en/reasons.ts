export const reasons = {
  'reasons.comparedWith': '{days}, compared with {compared}',
  'reasons.goalNamed': { one: 'Reached {name}', other: 'Reached {name} {count} times' },
  'reasons.goals': { one: '{count} goal reached', other: '{count} goals reached' },
  'reasons.icp': 'Matches {name} ({score})',
  'reasons.people': { one: '{count} new person', other: '{count} new people' },
  'reasons.return': { one: 'Back after {count} day', other: 'Back after {count} days' },
  'reasons.rise': '{visits} in a week, usually {weekly}',
  'reasons.title': 'Why now',
} as const;
