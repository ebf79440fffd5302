export const apiLimits = {
  'apiLimits.expiresAfter': 'Gültig bis',
  'apiLimits.expiresAfterHint': 'Leer lassen für einen Schlüssel ohne Ablauf.',
  'apiLimits.perMonth': { one: '{count} Anfrage/Monat', other: '{count} Anfragen/Monat' },
  'apiLimits.perSecond': { one: '{count} Anfrage/s', other: '{count} Anfragen/s' },
  'apiLimits.quota': 'Anfragen pro Monat',
  'apiLimits.rate': 'Anfragen pro Sekunde',
  'apiLimits.until': 'bis {day}',
} as const;
