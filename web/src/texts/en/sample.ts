export const sample = {
  'sample.create': 'Create sample account',
  'sample.filling': 'The sample visits are being processed. This takes about a minute; companies appear as they are identified.',
  'sample.intro':
    'Creates a separate account with two weeks of simulated visits by real companies. Your own account is not affected, and you can remove the sample with one click.',
  'sample.name': 'Sample data',
  'sample.notice': 'This account contains simulated visits.',
  'sample.remove': 'Remove sample data',
  'sample.removed': 'Sample data removed.',
  'sample.title': 'Look around with sample data',
} as const;
