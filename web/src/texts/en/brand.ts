export const brand = {
  'brand.color': 'Color',
  'brand.intro': 'Shown at the top of the menu, on shared dashboards and in e-mails.',
  'brand.logo': 'Logo',
  'brand.logoHint': 'PNG, JPEG or WebP, at most 200 kB. A square with a transparent background looks best.',
  'brand.logoOf': 'Logo of {name}',
  'brand.noColor': 'Use no color',
  'brand.removeLogo': 'Remove logo',
  'brand.title': 'Branding',
  'brand.uploadLogo': 'Upload logo',
} as const;
