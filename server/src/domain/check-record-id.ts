import { Problem } from './problem.ts';

/** Returns the id if it has 1 to 18 digits. Any other text cannot be an id, and the database could not read it as a number. */
export function checkRecordId(text: string, what: string): string {
  if (!/^\d{1,18}$/.test(text)) throw new Problem('not_found', `There is no ${what} ${JSON.stringify(text)}.`);
  return text;
}
