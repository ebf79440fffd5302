import { isUniqueViolation } from './is-unique-violation.ts';
import { Problem } from './problem.ts';

/** Trims a name and rejects an empty one. */
export function checkName(name: string): string {
  const clean = name.trim();
  if (clean === '') throw new Problem('invalid_input', { title: 'The name must not be empty.', attribute: 'name' });
  return clean;
}

/** Runs a write; if the name is in use, throws a `conflict` with the given title. */
export async function refuseDuplicateName<Result>(title: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Problem('conflict', { title, attribute: 'name' });
  }
}
