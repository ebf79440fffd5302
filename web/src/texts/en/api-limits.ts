export const apiLimits = {
  'apiLimits.expiresAfter': 'Expires after',
  'apiLimits.expiresAfterHint': 'Leave empty for a key that does not expire.',
  'apiLimits.perMonth': { one: '{count} request/month', other: '{count} requests/month' },
  'apiLimits.perSecond': { one: '{count} request/s', other: '{count} requests/s' },
  'apiLimits.quota': 'Requests per month',
  'apiLimits.rate': 'Requests per second',
  'apiLimits.until': 'until {day}',
} as const;
