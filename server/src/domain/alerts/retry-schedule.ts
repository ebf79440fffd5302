const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long is waited after each attempt that failed: soon at first, then ever longer, for three days in all. */
const waitsMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

export const mostAttempts = waitsMs.length + 1;

/** A webhook that has failed for this long without one success is given up. */
export const patienceMs = 3 * 24 * hour;

/** When the next attempt is due after so many. Null when there is none. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const waitMs = waitsMs[attempts - 1];
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}

/** Whether a webhook is given up: its address says that it is gone for good, or nobody has answered for days. */
export function isGivenUp(status: number | null, failingSince: Date, now: Date): boolean {
  return status === 410 || now.getTime() - failingSince.getTime() >= patienceMs;
}
