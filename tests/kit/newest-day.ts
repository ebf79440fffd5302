const minuteMs = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();
const newestDays = new Map<string, string>();

/** The latest local date reached by this time: if clocks go back over midnight, the later date was reached before the change. */
export function newestDay(timeMs: number, timezone: string): string {
  // Local dates begin with a minute. Comparisons ask several times for the day of each visit.
  const minute = Math.floor(timeMs / minuteMs);
  const key = `${minute} ${timezone}`;
  const day = newestDays.get(key) ?? findNewestDay(minute, timezone);
  newestDays.set(key, day);
  return day;
}

function findNewestDay(minute: number, timezone: string): string {
  const format = formats.get(timezone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
  formats.set(timezone, format);
  let newest = format.format(minute * minuteMs);
  for (let minutes = 1; minutes <= 180; minutes++) {
    const shown = format.format((minute - minutes) * minuteMs);
    if (shown > newest) newest = shown;
  }
  return newest;
}
