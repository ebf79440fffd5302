export const accounts = {
  'accounts.create': 'Konto anlegen',
  'accounts.new': 'Neues Konto',
  'accounts.newIntro':
    'Für eine weitere Website oder ein weiteres Team. Es hat eigene Leads, Benutzer und Einstellungen; Sie werden sein Inhaber.',
} as const;
