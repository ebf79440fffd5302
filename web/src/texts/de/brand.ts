export const brand = {
  'brand.color': 'Farbe',
  'brand.intro': 'Oben im Menü, auf geteilten Dashboards und in E-Mails zu sehen.',
  'brand.logo': 'Logo',
  'brand.logoHint': 'PNG, JPEG oder WebP, höchstens 200 kB. Am besten quadratisch mit durchsichtigem Hintergrund.',
  'brand.logoOf': 'Logo von {name}',
  'brand.noColor': 'Keine Farbe verwenden',
  'brand.removeLogo': 'Logo entfernen',
  'brand.title': 'Erscheinungsbild',
  'brand.uploadLogo': 'Logo hochladen',
} as const;
