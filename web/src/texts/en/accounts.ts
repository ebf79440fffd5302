export const accounts = {
  'accounts.create': 'Create account',
  'accounts.new': 'New account',
  'accounts.newIntro': 'For another website or another team. It has its own leads, users and settings; you will be its owner.',
} as const;
