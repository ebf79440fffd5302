import type { UserWithMemberships } from '../users/user.ts';

export const sessionPrefix = 'lls_';

/** A session ends after two weeks without use, and after ninety days in any case. */
export const idleDays = 14;
export const maxSessionDays = 90;
export const maxSessionSeconds = maxSessionDays * 86_400;

export type Session = { id: string; createdAt: Date; user: UserWithMemberships };
