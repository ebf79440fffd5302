/** Returns the first day of the month. Credits renew at the start of each month (UTC). */
export function creditMonth(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01`;
}

export function nextResetOn(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}

/** Returns the time twelve months ago. Records revealed at or before it have expired. */
export function revealedSince(now: Date): Date {
  const yearAgo = new Date(now);
  yearAgo.setUTCMonth(yearAgo.getUTCMonth() - 12);
  // On February 29, the same date of the previous year overflows to March 1. It becomes February 28.
  if (yearAgo.getUTCDate() !== now.getUTCDate()) yearAgo.setUTCDate(0);
  return yearAgo;
}
