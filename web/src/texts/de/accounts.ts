export const accounts = {
  'accounts.new': 'Neues Konto',
  'accounts.newIntro':
    'Für eine weitere Website oder ein weiteres Team. Es hat eigene Leads, Benutzer und Einstellungen; Sie werden sein Inhaber.',
  'accounts.create': 'Konto anlegen',
  'brand.title': 'Erscheinungsbild',
  'brand.intro': 'Oben im Menü, auf geteilten Dashboards und in E-Mails zu sehen.',
  'brand.logo': 'Logo',
  'brand.logoHint': 'PNG, JPEG oder WebP, höchstens 200 kB. Am besten quadratisch mit durchsichtigem Hintergrund.',
  'brand.uploadLogo': 'Logo hochladen',
  'brand.removeLogo': 'Logo entfernen',
  'brand.color': 'Farbe',
  'brand.noColor': 'Keine Farbe verwenden',
  'brand.logoOf': 'Logo von {name}',
} as const;
