import { Problem } from './problem.ts';

/** Ids have at most 18 digits. Anything else cannot exist and must not reach the database. */
export function checkRecordId(text: string, what: string): string {
  if (!/^\d{1,18}$/.test(text)) throw new Problem('not_found', `There is no ${what} ${JSON.stringify(text)}.`);
  return text;
}
