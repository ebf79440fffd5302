export const goals = {
  'goals.conversion': 'Share of visits',
  'goals.createGoal': 'Create a goal',
  'goals.edit': 'Edit goals',
  'goals.goal': 'Goal',
  'goals.noPages': 'No visit reached this goal in this period. Select a longer period, or check its definition in the settings.',
  'goals.none': 'No goals yet',
  'goals.noneHint':
    'A goal is something you want visitors to do, such as viewing the pricing page or submitting a form. Each goal gets a funnel.',
  'goals.off': 'Off',
  'goals.reached': 'Visits that reached it',
  'goals.sample': 'Counted from the latest {count} visits in this period.',
  'goals.showCompanies': 'Show the companies',
} as const;
