/** Session timeout: a hit after a longer period of inactivity starts a new visit. */
export const sessionTimeoutMs = 30 * 60_000;

/** A hit later than this after the start of a visit starts a new one. */
export const maxVisitMs = 24 * 3_600_000;
