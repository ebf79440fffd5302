const formats = new Map<string, Intl.DateTimeFormat>();

/** The latest local date reached by this time: if clocks go back over midnight, the later date was reached before the change. */
export function newestDay(timeMs: number, timezone: string): string {
  const format = formats.get(timezone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
  formats.set(timezone, format);
  let newest = format.format(timeMs);
  for (let minutes = 1; minutes <= 180; minutes++) {
    const shown = format.format(timeMs - minutes * 60_000);
    if (shown > newest) newest = shown;
  }
  return newest;
}
