export const brand = {
  'brand.color': 'Farbe',
  'brand.intro': 'Wird oben im Menü, auf geteilten Dashboards und in E-Mails angezeigt.',
  'brand.logo': 'Logo',
  'brand.logoHint': 'PNG, JPEG oder WebP, höchstens 200 kB. Am besten quadratisch mit transparentem Hintergrund.',
  'brand.logoOf': 'Logo von {name}',
  'brand.noColor': 'Keine Farbe verwenden',
  'brand.removeLogo': 'Logo entfernen',
  'brand.title': 'Erscheinungsbild',
  'brand.uploadLogo': 'Logo hochladen',
} as const;
