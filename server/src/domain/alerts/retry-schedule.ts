const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Retry delays of alerts by webhook and e-mail, after each failed attempt: exponential backoff over three days. */
const retryDelaysMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

export const maxAttempts = retryDelaysMs.length + 1;

/** Circuit breaker: a webhook that has failed for this long without a success is disabled. */
export const disableAfterMs = 3 * 24 * hour;

/** Returns null when no attempt is left. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const delayMs = retryDelaysMs[attempts - 1];
  return delayMs === undefined ? null : new Date(now.getTime() + delayMs);
}

/** A webhook is disabled when it responds with 410 Gone or has been failing for `disableAfterMs`. */
export function shouldDisable(status: number | null, failingSince: Date, now: Date): boolean {
  return status === 410 || now.getTime() - failingSince.getTime() >= disableAfterMs;
}
