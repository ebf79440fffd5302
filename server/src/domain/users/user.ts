import { isStorable } from '../../lib/storable-text.ts';
import { Problem } from '../problem.ts';
import type { Membership } from './roles.ts';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

export type User = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber: string | null;
  countryCode: string | null;
  /** Null means the language of the browser. */
  language: Language | null;
};

/** `isEmailConfirmed`: it is certain that the e-mail address belongs to the user. */
export type UserWithMemberships = User & { isEmailConfirmed: boolean; memberships: Membership[] };

export const demoEmail = 'demo@lumenworks.example';

export function checkEmail(email: string): string {
  const clean = email.trim().toLowerCase();
  if (clean.length > 254 || !isStorable(clean) || !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(clean)) {
    throw new Problem('invalid_input', { title: `"${email}" is not an e-mail address.`, parameter: 'email' });
  }
  return clean;
}
