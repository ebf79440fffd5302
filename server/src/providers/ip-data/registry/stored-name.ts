import { displayName } from '../../../domain/identification/organization-name.ts';

/** Longer names are truncated: a description may continue over many lines. */
const longestName = 300;
/** Larger than any record that `writeName` writes: both names have up to four bytes per character. */
export const maxNameBytes = longestName * 10;

/** A registered name, by which blocks are grouped, and the name to show, which is computed once for all lookups. */
export type StoredName = { name: string; shown: string };

export function storedName(name: string): StoredName {
  const clean = name.replaceAll('\0', ' ');
  const short = clean.length > longestName ? clean.slice(0, longestName).toWellFormed() : clean;
  return { name: short, shown: displayName(short) };
}

/** Writes the country, the registered name and, if it differs, a zero byte and the name to show. Returns the number of bytes. */
export function writeName(bytes: Buffer, at: number, country: string, { name, shown }: StoredName): number {
  // Readers expect two bytes before the name.
  const record = `${/^[A-Z]{2}$/.test(country) ? country : '  '}${name}`;
  return bytes.write(shown === name ? record : `${record}\0${shown}`, at, 'utf8');
}

export function registeredName(record: Buffer): string {
  const end = record.indexOf(0);
  return record.toString('utf8', 2, end < 0 ? record.length : end);
}

/** Writes the record of the table to `target`: the company with only the name to show. Returns the number of bytes. */
export function writeShownName(record: Buffer, target: Buffer): number {
  const end = record.indexOf(0);
  if (end < 0) return record.copy(target);
  return record.copy(target, 0, 0, 2) + record.copy(target, 2, end + 1);
}
