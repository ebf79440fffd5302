import { dayMs } from './day-ms.ts';

const dayFormats = new Map<string, Intl.DateTimeFormat>();
const dateTimeFormats = new Map<string, Intl.DateTimeFormat>();
const hourFormats = new Map<string, Intl.DateTimeFormat>();
const startsByDay = new Map<string, number>();
const maxCachedDays = 20_000;
const minuteMs = 60_000;
/** No clock change sets the time back by more than this. */
const maxStepBackMinutes = 180;

type Day = { day: string; fromMs: number; toMs: number };

const latestDays = new Map<string, Day>();

/**
 * Returns the day (`YYYY-MM-DD`) of an instant in a time zone: the latest day that has started according to `startOfDayMs`. All daily
 * rollups use these two functions and pass instants to the database, whose own conversion picks the second of two midnights.
 */
export function dayOf(timeMs: number, timezone: string): string {
  const cached = latestDays.get(timezone);
  if (cached && timeMs >= cached.fromMs && timeMs < cached.toMs) return cached.day;
  let day = calendarDay(timeMs, timezone);
  // If the clocks go back over midnight, the calendar shows the previous day again, but the new day has started.
  while (timeMs >= startOfDayMs(nextDay(day), timezone)) day = nextDay(day);
  latestDays.set(timezone, { day, fromMs: startOfDayMs(day, timezone), toMs: startOfDayMs(nextDay(day), timezone) });
  return day;
}

/** The hour of the day, 0 to 23, in a time zone. */
export function hourOf(timeMs: number, timezone: string): number {
  let format = hourFormats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' });
    hourFormats.set(timezone, format);
  }
  return Number(format.format(timeMs));
}

/**
 * Returns the first instant of a day in a time zone. Uses a search instead of offset arithmetic: if clocks go forward
 * at midnight, the day starts at one o'clock, and a day that was skipped starts with the next one.
 */
export function startOfDayMs(day: string, timezone: string): number {
  const key = `${day} ${timezone}`;
  const cached = startsByDay.get(key);
  if (cached !== undefined) return cached;
  const midnightUtc = Date.parse(`${day}T00:00:00Z`);
  let before = midnightUtc / minuteMs - 26 * 60;
  let since = midnightUtc / minuteMs + 26 * 60;
  while (since - before > 1) {
    const middle = Math.floor((before + since) / 2);
    if (calendarDay(middle * minuteMs, timezone) >= day) since = middle;
    else before = middle;
  }
  const startMs = firstMinute(day, since, timezone) * minuteMs;
  if (startsByDay.size >= maxCachedDays) startsByDay.clear();
  startsByDay.set(key, startMs);
  return startMs;
}

/** Returns the first minute of the day. If the clocks go back over midnight, `candidate` may be the second start of the day. */
function firstMinute(day: string, candidate: number, timezone: string): number {
  const earliest = candidate - maxStepBackMinutes;
  if (offsetMs(earliest * minuteMs, timezone) <= offsetMs(candidate * minuteMs, timezone)) return candidate;
  for (let minute = earliest; minute < candidate; minute++) {
    if (calendarDay(minute * minuteMs, timezone) >= day) return minute;
  }
  return candidate;
}

/** The day shown on the calendar in a time zone. */
function calendarDay(timeMs: number, timezone: string): string {
  let format = dayFormats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormats.set(timezone, format);
  }
  return format.format(timeMs);
}

function offsetMs(timeMs: number, timezone: string): number {
  let format = dateTimeFormats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
    dateTimeFormats.set(timezone, format);
  }
  return Date.parse(`${format.format(timeMs).replace(' ', 'T')}Z`) - timeMs;
}

export function nextDay(day: string): string {
  return addDays(day, 1);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** All days from first to last, inclusive. */
export function daysBetween(firstDay: string, lastDay: string): string[] {
  const length = Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / dayMs) + 1;
  return Array.from({ length: Math.max(0, length) }, (_, index) => addDays(firstDay, index));
}

/** The start times of days in order, for `width_bucket`. */
export function startsOfDays(days: readonly string[], timezone: string): Date[] {
  return days.map((day) => new Date(startOfDayMs(day, timezone)));
}

/** Whether the text is a day of the calendar, unlike 2026-02-30. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
