import { Problem } from '../problem.ts';

const longestName = 200;

/** How a key, a token or an application is called by its people. */
export function checkCredentialName(name: string): string {
  const clean = name.trim();
  if (clean !== '' && clean.length <= longestName) return clean;
  throw new Problem('invalid_input', { title: `A name must have 1 to ${longestName} characters.`, parameter: 'name' });
}
