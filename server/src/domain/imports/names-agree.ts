import { nameKeys } from '../identification/name-keys.ts';

/** The names of a company: their keys, see `nameKeys`. */
export type Names = readonly string[];

// Words that a name may have or lack at the end: `BMW Group` is BMW.
const optionalEnds = / (?:group|groupe|gruppe|grupo|gruppo|holding|holdings)$/;

/** From this agreement with the domain on, a name is that of the company whose domain it is. */
const isOfDomain = 2;

/**
 * Whether a row means the company that has its domain: their names are equal, or that of the row is the domain's. `Siemens Healthineers` is
 * not Siemens. A company without names is known only by its domain.
 */
export function namesAgree(domain: string, row: Names, company: Names): boolean {
  return row.length === 0 || haveEqualName(row, company) || agreementWithDomain(domain, row) >= isOfDomain;
}

/** Whether a name of one company has all words of a name of the other: `Robert Bosch` has those of `Bosch`. */
export function namesOverlap(one: Names, other: Names): boolean {
  return one.some((name) => other.some((known) => hasAllWords(name, known) || hasAllWords(known, name)));
}

function hasAllWords(key: string, of: string): boolean {
  const words = key.split(' ');
  return of.split(' ').every((word) => words.includes(word));
}

/** Whether a company should give its domain to a row, because it got it only by coming first. */
export function isBetterNamed(domain: string, row: Names, company: Names): boolean {
  const agreement = agreementWithDomain(domain, company);
  return agreement < isOfDomain && agreementWithDomain(domain, row) > agreement && !haveEqualName(row, company);
}

/** Whether the companies have a name that is equal except for spelling, legal form and words such as "group". */
function haveEqualName(one: Names, other: Names): boolean {
  const spellings = new Set(other.map(spellingOf));
  return one.length === 0 || other.length === 0 || one.some((name) => spellings.has(spellingOf(name)));
}

/** How well a company's names agree with its domain: 3 if one is equal, 2 if it is abbreviated, 1 if one of the two begins with the other. */
export function agreementWithDomain(domain: string, names: Names): number {
  const label = labelOf(domain);
  return Math.max(0, ...names.map((name) => agreementOf(label, name)));
}

function agreementOf(label: string, name: string): number {
  const spelling = spellingOf(name);
  if (spelling === label) return 3;
  const words = name.split(' ');
  if (words.length > 1 && words.map(([initial]) => initial).join('') === label) return 2;
  const [shorter, longer] = spelling.length < label.length ? [spelling, label] : [label, spelling];
  return shorter.length >= 3 && longer.startsWith(shorter) ? 1 : 0;
}

/** Returns the keys of a stored company's names, without those that only repeat its domain. */
export function namesOf(domain: string, names: readonly string[]): string[] {
  return names.filter((name) => name.toLowerCase() !== domain).flatMap(nameKeys);
}

function spellingOf(key: string): string {
  return key.replace(optionalEnds, '').replaceAll(' ', '');
}

function labelOf(domain: string): string {
  return domain.slice(0, domain.indexOf('.')).replaceAll('-', '');
}
