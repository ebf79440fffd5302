export const accounts = {
  'accounts.new': 'New account',
  'accounts.newIntro': 'For another website or another team. It has its own leads, users and settings; you will be its owner.',
  'accounts.create': 'Create account',
  'brand.title': 'Branding',
  'brand.intro': 'Shown at the top of the menu, on shared dashboards and in e-mails.',
  'brand.logo': 'Logo',
  'brand.logoHint': 'PNG, JPEG or WebP, at most 200 kB. A square with a transparent background looks best.',
  'brand.uploadLogo': 'Upload logo',
  'brand.removeLogo': 'Remove logo',
  'brand.color': 'Color',
  'brand.noColor': 'Use no color',
  'brand.logoOf': 'Logo of {name}',
} as const;
