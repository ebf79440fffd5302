import { Problem } from '../problem.ts';

const maxNameLength = 200;

/** Checks the display name of a key, token or app. */
export function checkCredentialName(name: string): string {
  const clean = name.trim();
  if (clean !== '' && clean.length <= maxNameLength) return clean;
  throw new Problem('invalid_input', { title: `A name must have 1 to ${maxNameLength} characters.`, parameter: 'name' });
}
