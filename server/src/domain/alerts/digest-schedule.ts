import { addDays, dayOf, hourOf, startOfDayMs } from '../../lib/zoned-days.ts';

export const digestFrequencies = ['daily', 'weekly'] as const;
export type DigestFrequency = (typeof digestFrequencies)[number];

const sentAtHour = 7;
const monday = 1;
const daysOf: Record<DigestFrequency, number> = { daily: 1, weekly: 7 };

/** The next time after this one: seven in the morning in the account's time zone, weekly on Mondays. */
export function nextDigestAt(frequency: DigestFrequency, after: Date, timezone: string): Date {
  let day = dayOf(after.getTime(), timezone);
  while (!isDay(frequency, day) || atHour(day, timezone) <= after.getTime()) day = addDays(day, 1);
  return new Date(atHour(day, timezone));
}

/** The days of a digest that was due at a time and is sent now. If the service was stopped in between, they include the days since. */
export function digestDays(frequency: DigestFrequency, due: Date, now: Date, timezone: string): { from: string; to: string } {
  return { from: addDays(dayOf(due.getTime(), timezone), -daysOf[frequency]), to: addDays(dayOf(now.getTime(), timezone), -1) };
}

function isDay(frequency: DigestFrequency, day: string): boolean {
  return frequency === 'daily' || new Date(`${day}T00:00:00Z`).getUTCDay() === monday;
}

function atHour(day: string, timezone: string): number {
  const at = startOfDayMs(day, timezone) + sentAtHour * 3_600_000;
  // On the day of a clock change, that many hours after midnight it is another hour.
  return at + (sentAtHour - hourOf(at, timezone)) * 3_600_000;
}
