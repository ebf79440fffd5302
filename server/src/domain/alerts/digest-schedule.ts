import { addDays, dayOf, hourOf, startOfDayMs } from '../../lib/zoned-days.ts';

export const digestFrequencies = ['daily', 'weekly'] as const;
export type DigestFrequency = (typeof digestFrequencies)[number];

const sentAtHour = 7;
const monday = 1;
const daysOf: Record<DigestFrequency, number> = { daily: 1, weekly: 7 };

/** Returns when the next digest is due: at seven in the morning in the account's time zone, for a weekly digest on Monday. */
export function nextDigestAt(frequency: DigestFrequency, after: Date, timezone: string): Date {
  let day = dayOf(after.getTime(), timezone);
  while (!isSendingDay(frequency, day) || sendingTimeMs(day, timezone) <= after.getTime()) day = addDays(day, 1);
  return new Date(sendingTimeMs(day, timezone));
}

/** Returns the days that a digest covers. If it is late, because the service was stopped, they include the days since it was due. */
export function digestDays(frequency: DigestFrequency, due: Date, now: Date, timezone: string): { from: string; to: string } {
  return { from: addDays(dayOf(due.getTime(), timezone), -daysOf[frequency]), to: addDays(dayOf(now.getTime(), timezone), -1) };
}

function isSendingDay(frequency: DigestFrequency, day: string): boolean {
  return frequency === 'daily' || new Date(`${day}T00:00:00Z`).getUTCDay() === monday;
}

function sendingTimeMs(day: string, timezone: string): number {
  const at = startOfDayMs(day, timezone) + sentAtHour * 3_600_000;
  // On the day of a clock change, seven hours after midnight is not seven o'clock.
  return at + (sentAtHour - hourOf(at, timezone)) * 3_600_000;
}
