import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../problem.ts';
import { isGuessablePassword } from './is-guessable-password.ts';

/** Refuses a password that is too short, too long or easy to guess. `about` is data of the user. */
export async function checkPassword(password: string, about: string[] = []): Promise<string> {
  if (password.length < 10 || password.length > 200) {
    throw new Problem('invalid_input', { title: 'The password must have 10 to 200 characters.', parameter: 'password' });
  }
  if (await isGuessablePassword(password, about)) {
    throw new Problem('invalid_input', {
      title: 'This password is too easy to guess. Use a less common one, such as several unrelated words.',
      parameter: 'password',
    });
  }
  return password;
}

/** Checks a new password and hashes it. */
export async function hashPassword(password: string, about: string[] = []): Promise<string> {
  return hash(await checkPassword(password, about));
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}
