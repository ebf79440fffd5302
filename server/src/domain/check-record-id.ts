import { Problem } from './problem.ts';

/** Returns the id if it has 1 to 18 digits, so that it fits a `bigint`. Throws `not_found` for any other text, because no record has such an id. */
export function checkRecordId(text: string, recordKind: string): string {
  if (!/^\d{1,18}$/.test(text)) throw new Problem('not_found', `There is no ${recordKind} ${JSON.stringify(text)}.`);
  return text;
}
