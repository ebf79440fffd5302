import { itemAt } from '../../lib/item-at.ts';
import { parenthesesAtEnd } from '../../lib/parentheses-at-end.ts';
import { trimEnd } from '../../lib/trim-end.ts';
import { isLegalForm, legalFormLengthAtEnd, legalFormLengthAtStart } from './legal-forms.ts';
import { nameWords } from './name-words.ts';

// Words that are written in lower case inside a name, in the languages used by registries.
const smallWords = new Set(
  'of and the for in at on to de da do das dos del della di des du la le les el los las y e et und der die das fur fuer van von den het i w na z im am an auf og och ja'.split(
    ' ',
  ),
);

// Abbreviations written with one capital, such as `St` and `Dr`.
const titles = new Set('st ste mt ft dr mr mrs ms jr sr'.split(' '));

// Abbreviations that could be read as a word.
const abbreviations = new Set(
  'abb abc aes aig aol apa axa bae cia dae ect edf ems eni epa esa eso eu faa fao gea ibm ica idf iea ihi imo ing ioc irs isa isu itu kia lei mit msu nec nsa oas oce ohsu ok osu pao psu sas sap seb sei sis sos tui uae uci uit unu ups usa usc use usi usp uti boces un ai ap ar ei ia ip us nz au'.split(
    ' ',
  ),
);

// Ordinary short words; other short words in capitals are treated as abbreviations.
const shortWords = new Set(
  'air and art arm bay bed big box car cat city day dog east eye fit fly for fox gas gold golf good home hot ice job joy key land law lake life line new net oil old one own park pay pet pro red sea set sky star sun tax tea the toy two van war way west wine work yes you zone bank food post blue care farm first fund glas haus holz rail real road ship shop team tech trade union water wood'.split(
    ' ',
  ),
);

/**
 * Returns the display name of a registered holder, without legal form and register suffixes, and not in capitals: `ROBERT BOSCH
 * GESELLSCHAFT MIT BESCHRAENKTER HAFTUNG` becomes `Robert Bosch`.
 */
export function displayName(organization: string): string {
  const chosen = selectName(withoutHandle(organization));
  const stripped = stripLegalForms(unquoted(chosen));
  const name = withoutTruncatedEnd(stripped.replace(/^the\s+(?=\S)/i, '').trim());
  return properCase(name === '' ? chosen.trim() : name);
}

// `Cloudmore-AS Cloudmore AB`, `EGEA-AS-01 EGEA …`, `AS5PLAY 4GVISION AG`: a registry handle precedes the name.
const handle = /^(?:#\s*)?(?:AS\d\w*|ASN?-[\w-]+|[\w.]+(?:-[\w.]+)*-ASN?(?:-\d+)?)\s+(?=\S)/i;

function withoutHandle(name: string): string {
  return name.replace(handle, '');
}

/** Removes quotes of all kinds, but not apostrophes inside a word or after a plural. */
function unquoted(name: string): string {
  if (!/["«»“”„'‘’`]/.test(name)) return name;
  return name
    .replace(/["«»“”„]/g, ' ')
    .replace(/(^|[\s(])['‘’`]+/g, '$1')
    .replace(/(?<!['’`])['’`]+(?=$|[\s),])/g, (mark, at: number) =>
      name[at - 1]?.toLowerCase() === 's' && !/['‘`]/.test(name.slice(0, at)) ? mark : '',
    );
}

// Words and marks that remain at the end of a name when a registry truncates it.
const looseWords = new Set('of and for the de del la da do das dos y e und et para &'.split(' '));
const looseMarks = '([,;:&/–-';

function withoutTruncatedEnd(name: string): string {
  let short = name;
  for (;;) {
    const at = short.lastIndexOf(' ');
    const word = short.slice(at + 1);
    if (looseMarks.includes(short.slice(-1)) && short !== '') short = short.slice(0, -1).trimEnd();
    else if (at > 0 && isLooseWord(word, name)) short = short.slice(0, at).trimEnd();
    else break;
  }
  return short.includes(' ') || short === name ? short : name;
}

function isLooseWord(word: string, name: string): boolean {
  return looseWords.has(word) || (looseWords.has(word.toLowerCase()) && name === name.toUpperCase());
}

/** Returns a key that is equal for the spellings of a name; empty if the name has no significant word. */
export function nameKey(name: string): string {
  return nameWords(stripLegalForms(selectName(name).replaceAll('"', ' ')))
    .filter(
      (word, index, all) =>
        !(index === 0 && word === 'the') && word !== 'and' && !(index > 0 && index === all.length - 1 && word === 'company'),
    )
    .join(' ');
}

/** Extracts a domain from a name such as `Booking.com BV`. */
export function domainInName(organization: string): string | null {
  const match =
    /(?:^|\s)([a-z0-9][a-z0-9-]*\.(?:com|net|org|io|de|nl|fr|eu|pl|it|ch|at|be|se|dk|no|fi|es|uk|ru|jp|br|ai))(?=[\s,.]|$)/i.exec(
      organization,
    );
  return match?.[1]?.toLowerCase() ?? null;
}

function selectName(organization: string): string {
  const trading = /\b(?:trading as|doing business as|d\.?b\.?a\.?|t\/a)\s/i.exec(organization);
  const tradeName = trading ? organization.slice(trading.index + trading[0].length).trimStart() : '';
  if (tradeName.length >= 3) return tradeName;
  const dash = organization.indexOf(' - ');
  if (dash < 0) return dropTail(organization);
  const before = organization.slice(0, dash);
  const after = organization.slice(dash + 3);
  // `CERN - European Organization …` has an abbreviation in front, `PETROLEO BRASILEIRO S.A. - PETROBRAS` at the end; a dash may also be
  // part of the name, as in `A.P. MOLLER - MAERSK A/S`.
  const isAbbreviation = /^[^\s.]{1,12}$/.test(before) && before === before.toUpperCase();
  if (isAbbreviation && after.includes(' ') && !isLegalForm(nameWords(after))) return dropTail(after);
  return dropTail(legalFormLengthAtEnd(nameWords(before)) > 0 || /^dba\b/i.test(after) ? before : organization);
}

/** Removes trailing explanations: text in parentheses, after a semicolon, or a town after the legal form. */
function dropTail(name: string): string {
  const whole = name.trimEnd();
  const tails = [whole.indexOf(';', 3), parenthesesAtEnd(whole, 3)].filter((at) => at >= 0);
  const short = tails.length === 0 ? name : name.slice(0, Math.min(...tails)).trimEnd();
  const withoutTown = short.includes(',') ? /^(.+\S),\s*\p{L}[\p{L}-]*$/u.exec(short)?.[1] : undefined;
  return withoutTown !== undefined && legalFormLengthAtEnd(nameWords(withoutTown)) > 0 && legalFormLengthAtEnd(nameWords(short)) === 0
    ? withoutTown
    : short;
}

export function stripLegalForms(name: string): string {
  // `ViaSat,Inc.`, and the Romanian `S.C. Example S.R.L.`
  const spaced = (name.includes(',') ? name.replace(/,(?=\p{L})/gu, ', ') : name).replace(/^s\.?c\.? (?=\S.* s\.?(?:r\.?l|a)\.?$)/i, '');
  const parts = (/[^\S ]/.test(spaced) ? spaced.split(/\s+/) : spaced.split(' ')).filter((part) => part !== '');
  // With dots, `S.C.` is a legal form; without them, it may be a state.
  const words = parts.map((part) => (part.length === 4 && /^s\.c\.$/i.test(part) ? ['s', 'c'] : nameWords(part)));
  const joined = words.map((word) => (word.length === 1 ? itemAt(word, 0) : word.join('')));
  const hasSplitPart = words.some((word) => word.length !== 1);
  // The bounds of the parts that remain.
  let start = 0;
  let end = parts.length;
  while (end - start > 1) {
    if (isDanglingConnector(itemAt(parts, end - 1))) {
      end--;
      continue;
    }
    const isWhole = end - start === parts.length;
    const [left, leftJoined] = isWhole ? [words, joined] : [words.slice(start, end), joined.slice(start, end)];
    const splitAtEnd = hasSplitPart ? partsFilledFromEnd(left, legalFormLengthAtEnd(left.flat())) : 0;
    const atEnd = splitAtEnd || legalFormLengthAtEnd(leftJoined);
    const atStart = legalFormLengthAtStart(leftJoined);
    if (atEnd + atStart === 0 || atEnd + atStart >= end - start) break;
    start += atStart;
    end -= atEnd;
  }
  return trimEnd(parts.slice(start, end).join(' '), ' ,;:-');
}

const conjunctions = new Set(['and', 'und', 'et', 'e', 'y', 'i']);

/** Whether a part is a conjunction or punctuation that a removed legal form left at the end. */
function isDanglingConnector(part: string): boolean {
  const bare = /[&,.;-]/.test(part) ? part.replace(/[&,.;-]/g, '') : part;
  return bare === '' || (bare.length <= 3 && conjunctions.has(bare.toLowerCase()));
}

/**
 * Returns the number of whitespace-separated parts that the last `wordCount` words fill; 0 if they start inside a part or fill all parts.
 */
function partsFilledFromEnd(words: readonly string[][], wordCount: number): number {
  let remaining = wordCount;
  let parts = 0;
  while (remaining > 0 && parts < words.length - 1) {
    remaining -= itemAt(words, words.length - 1 - parts).length;
    parts++;
  }
  return remaining === 0 ? parts : 0;
}

function properCase(name: string): string {
  // Most names: neither all capitals nor all lower case.
  if (/[a-z]/.test(name) && /[A-Z]/.test(name)) return name;
  const letters = name.replace(/[^\p{L}]/gu, '');
  const isUpperCase = letters.length > 0 && letters === letters.toUpperCase();
  const isLowerCase = letters.length > 0 && letters === letters.toLowerCase();
  if (!isUpperCase && !isLowerCase) return name;
  const words = name.split(' ');
  if (isLowerCase) return words.map((word, index) => (index > 0 && smallWords.has(word) ? word : capitalize(word))).join(' ');
  return words
    .map((word, index) =>
      keepsCapitals(word, words.length)
        ? word
        : index > 0 && smallWords.has(word.toLowerCase())
          ? word.toLowerCase()
          : capitalize(word.toLowerCase()),
    )
    .join(' ');
}

/** Legal forms as they are usually spelled. */
const spelledLegalForms = new Map(
  'GmbH mbH AG KG SE SA AS NV BV PLC LLC LLP LP SpA SRL AB KGaA'.split(' ').map((form) => [form.toLowerCase(), form]),
);

/** Capitalizes a name that a directory lists in lower case: `red hat gmbh` becomes `Red Hat GmbH`. */
export function capitalizeName(name: string): string {
  if (name !== name.toLowerCase()) return name;
  return properCase(name)
    .split(' ')
    .map((word, index) => {
      const lower = word.toLowerCase();
      const form = index > 0 ? spelledLegalForms.get(lower) : undefined;
      return form ?? (abbreviations.has(lower) || isConsonants(lower) ? word.toUpperCase() : word);
    })
    .join(' ');
}

/** Capitalizes the name of a place that a directory lists in lower case. */
export function capitalizePlace(name: string): string {
  return name === name.toLowerCase() ? properCase(name) : name;
}

/** Whether a word can only be an abbreviation, such as `bmw`. */
function isConsonants(word: string): boolean {
  return /^[b-df-hj-np-tv-xz]{2,4}$/.test(word) && !titles.has(word) && word !== 'ltd';
}

/** Whether a word in capitals is an abbreviation: up to four letters as a whole name; otherwise two, or up to five without a vowel. */
function keepsCapitals(word: string, wordCount: number): boolean {
  const bare = word.replace(/[^\p{L}\p{N}]/gu, '');
  const lower = bare.toLowerCase();
  if (/\d/.test(bare) || /^(ii|iii|iv|usa|uk|uae|it|tv|hq)$/.test(lower) || word.includes('&')) return true;
  if (shortWords.has(lower) || smallWords.has(lower) || titles.has(lower)) return false;
  if (bare.length <= 1 || abbreviations.has(lower)) return true;
  if (wordCount === 1) return bare.length <= 4;
  // `COX` and `NAM` are words, `DNB` is not.
  return bare.length <= 2 || (bare.length <= 5 && !/[aeiouy]/.test(lower));
}

/** An apostrophe is followed by a capital in `O'Neill`, but not in `Luke's`. */
function capitalize(word: string): string {
  return word.replace(/(^|[-/(.&+"]|['’](?=\p{L}{2}))(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
