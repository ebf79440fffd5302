export const sample = {
  'sample.create': 'Beispielkonto anlegen',
  'sample.filling': 'Die Beispielbesuche werden verarbeitet. Das dauert etwa eine Minute; Unternehmen erscheinen, sobald sie erkannt sind.',
  'sample.intro':
    'Legt ein eigenes Konto mit zwei Wochen simulierter Besuche echter Unternehmen an. Ihr eigenes Konto ist davon nicht betroffen, und Sie können das Beispiel mit einem Klick entfernen.',
  'sample.name': 'Beispieldaten',
  'sample.notice': 'Dieses Konto enthält simulierte Besuche.',
  'sample.remove': 'Beispieldaten entfernen',
  'sample.removed': 'Beispieldaten entfernt.',
  'sample.title': 'Mit Beispieldaten umsehen',
} as const;
