export const goals = {
  'goals.conversion': 'Share of visits',
  'goals.createGoal': 'Create a goal',
  'goals.edit': 'Edit goals',
  'goals.goal': 'Goal',
  'goals.none': 'No goals yet',
  'goals.noneHint':
    'A goal is something you want visitors to do, such as viewing the pricing page or submitting a form. Each goal gets a funnel.',
  'goals.notReached': 'No visit reached this goal in this period. Select a longer period, or check the goal’s definition in the settings.',
  'goals.notReachedInSample': 'None of the latest {count} visits in this period reached this goal.',
  'goals.off': 'Off',
  'goals.reached': 'Visits that reached it',
  'goals.sample': 'Counted from the latest {count} visits in this period.',
  'goals.showCompanies': 'Show the companies',
} as const;
