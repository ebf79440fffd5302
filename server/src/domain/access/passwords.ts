import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../problem.ts';

export function checkPassword(password: string): string {
  if (password.length < 10 || password.length > 200) {
    throw new Problem('invalid_input', { title: 'The password must have 10 to 200 characters.', parameter: 'password' });
  }
  return password;
}

export function hashPassword(password: string): Promise<string> {
  return hash(checkPassword(password));
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}
