/** Session timeout: a hit after a longer period of inactivity starts a new visit. */
export const sessionTimeoutMs = 30 * 60_000;

/** Maximum length of a visit: a later hit starts a new one. */
export const maxVisitMs = 24 * 3_600_000;
