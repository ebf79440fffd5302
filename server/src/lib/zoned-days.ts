const dayFormats = new Map<string, Intl.DateTimeFormat>();
const hourFormats = new Map<string, Intl.DateTimeFormat>();
const startsByDay = new Map<string, number>();
const mostRememberedDays = 5000;

/** The day, as `YYYY-MM-DD`, that it is in a timezone at a moment. */
export function dayOf(timeMs: number, timezone: string): string {
  let format = dayFormats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormats.set(timezone, format);
  }
  return format.format(timeMs);
}

/** The hour, 0 to 23, that a clock on the wall shows. */
export function hourOf(timeMs: number, timezone: string): number {
  let format = hourFormats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' });
    hourFormats.set(timezone, format);
  }
  return Number(format.format(timeMs));
}

/**
 * The first moment of a day in a timezone. Found by search instead of arithmetic with offsets: where the clocks change at
 * midnight the day begins at one o'clock, and a day that a zone has skipped begins with the next one.
 */
export function startOfDayMs(day: string, timezone: string): number {
  const key = `${day} ${timezone}`;
  const known = startsByDay.get(key);
  if (known !== undefined) return known;
  const midnightUtc = Date.parse(`${day}T00:00:00Z`);
  let before = midnightUtc / 60_000 - 26 * 60;
  let since = midnightUtc / 60_000 + 26 * 60;
  while (since - before > 1) {
    const middle = Math.floor((before + since) / 2);
    if (dayOf(middle * 60_000, timezone) >= day) since = middle;
    else before = middle;
  }
  if (startsByDay.size >= mostRememberedDays) startsByDay.clear();
  startsByDay.set(key, since * 60_000);
  return since * 60_000;
}

export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Whether the text is a day that the calendar has: 30 February is none. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
