/** The latest local date reached by this time: if clocks go back over midnight, the later date was reached before the change. */
export function newestDay(timeMs: number, timezone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' });
  let newest = format.format(timeMs);
  for (let minutes = 1; minutes <= 180; minutes++) {
    const shown = format.format(timeMs - minutes * 60_000);
    if (shown > newest) newest = shown;
  }
  return newest;
}
