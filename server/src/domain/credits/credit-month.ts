/** Credits are renewed at the beginning of each month, in UTC. */
export function creditMonth(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01`;
}

export function nextResetOn(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}

/** A record opened at this time or earlier is closed again. */
export function openSince(now: Date): Date {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - 12);
  // The 29th of February has no counterpart in most years.
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0);
  return then;
}
