export const signals = {
  'signals.firstVisit': 'First visit',
  'signals.firstVisitSummary': 'The company came to the website for the first time.',
  'signals.goal': 'Goal reached',
  'signals.goalSummary': 'The goal “{name}” was reached.',
  'signals.return': 'Return after a pause',
  'signals.returnSummary': 'The company came back after {days} days without a visit.',
  'signals.surge': 'Surge of visits',
  'signals.surgeSummary': '{visits} visits in a week; {usual} are usual.',
} as const;
