export const passkeys = {
  'passkeys.add': 'Passkey hinzufügen',
  'passkeys.added': 'Passkey hinzugefügt. Sie können ihn bei der nächsten Anmeldung verwenden.',
  'passkeys.alreadyThere': 'Dieses Gerät hat bereits einen Passkey für Ihren Benutzer.',
  'passkeys.cancelled': 'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal oder geben Sie Ihr Passwort ein.',
  'passkeys.intro':
    'Melden Sie sich mit Fingerabdruck, Gesicht oder der PIN eines Geräts an, statt mit Passwort und Code. Ein Passkey funktioniert nur auf dieser Website und kann deshalb nicht abgefischt werden.',
  'passkeys.nameHint': 'Damit Sie ihn später erkennen, etwa „Laptop im Büro“.',
  'passkeys.none': 'Sie haben noch keine Passkeys.',
  'passkeys.notAdded': 'Es wurde kein Passkey hinzugefügt. Versuchen Sie es noch einmal.',
  'passkeys.notInThisBrowser': 'Dieser Browser unterstützt keine Passkeys.',
  'passkeys.notPossible':
    'Passkeys brauchen HTTPS und einen Hostnamen. Der Betreiber dieses Servers ermöglicht sie mit PUBLIC_URL, etwa https://leads.example.com.',
  'passkeys.passwordHint': 'Zur Bestätigung, dass Sie es sind.',
  'passkeys.remove': 'Entfernen',
  'passkeys.removeWarning': 'Er meldet Sie nicht mehr an. Ihr Gerät bietet ihn vielleicht noch an, bis Sie ihn dort löschen.',
  'passkeys.title': 'Passkeys',
  'passkeys.use': 'Passkey verwenden',
} as const;
