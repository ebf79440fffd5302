import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../problem.ts';
import { isGuessablePassword } from './is-guessable-password.ts';

/** Rejects a new password that is too short, too long or easy to guess, such as one that contains personal data of the user. */
export async function validateNewPassword(password: string, personalData: string[] = []): Promise<string> {
  if (password.length < 10 || password.length > 200) {
    throw new Problem('invalid_input', { title: 'The password must have 10 to 200 characters.', parameter: 'password' });
  }
  if (await isGuessablePassword(password, personalData)) {
    throw new Problem('invalid_input', {
      title: 'This password is too easy to guess. Use a less common one, such as several unrelated words.',
      parameter: 'password',
    });
  }
  return password;
}

/** Checks a new password and hashes it. */
export async function hashPassword(password: string, personalData: string[] = []): Promise<string> {
  return hash(await validateNewPassword(password, personalData));
}

/** Stored instead of a hash for users who have no password, because they sign in with the identity provider. */
export const noPasswordHash = 'none';

/** Hashes a new password, if there is one. */
export async function hashOptionalPassword(password: string | null, personalData: string[]): Promise<string> {
  return password === null ? noPasswordHash : hashPassword(password, personalData);
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}
