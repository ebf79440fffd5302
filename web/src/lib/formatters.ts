const formatters = new Map<string, unknown>();

/** Caches formatters, because creating one takes up to a millisecond. The key must contain everything that the formatter depends on. */
export function cachedFormatter<Formatter>(key: string, create: () => Formatter): Formatter {
  const cached = formatters.get(key) as Formatter | undefined;
  if (cached !== undefined) return cached;
  const formatter = create();
  formatters.set(key, formatter);
  return formatter;
}

/** Formats days as YYYY-MM-DD. */
export function isoDays(timeZone: string): Intl.DateTimeFormat {
  const options = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return cachedFormatter(`iso-days ${timeZone}`, () => new Intl.DateTimeFormat('sv-SE', options));
}
