import { countryCodeOf } from '../../lib/country-name.ts';
import { foldName } from '../../lib/fold-name.ts';
import { employeeRanges } from '../companies/employee-range.ts';
import type { Filter } from '../feed-filters/filter.ts';

/** The filters found in a search text, and the words that match no filter. */
export type ReadSearch = { filters: { all: Filter[] }; rest: string };

type KnownWords = {
  /** `germanTitles` are the titles of the WZ 2008 sections and divisions that the industry belongs to. */
  industries: readonly { code: string; name: string; germanTitles: readonly string[]; parentCode: string | null }[];
  /** Words of the search that occur in paths of the account's pages. */
  pageWords: ReadonlySet<string>;
};

const maxIndustries = 100;
const languages = ['en', 'de'] as const;

/** Splits a search text at spaces; quoted parts stay together. Only the first 20 words are used. */
export function searchWordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)].flatMap(([, quoted, plain]) => (quoted ?? plain ?? '').trim() || []).slice(0, 20);
}

/**
 * Reads a search such as “DE manufacturing >500 pricing” as filters: countries, industries, numbers of employees, domains and pages.
 * Countries are alternatives, and so are industries; all other conditions must match.
 */
export function readSearch(text: string, { industries, pageWords }: KnownWords): ReadSearch {
  const countries: string[] = [];
  const codes: string[] = [];
  const sizes: string[][] = [];
  const filters: Filter[] = [];
  const rest: string[] = [];
  for (const word of searchWordsOf(text)) {
    const size = sizesOf(word);
    const country = countryOf(word);
    const industryCodes = country || size ? [] : industryCodesOf(word, industries);
    if (size) sizes.push(size);
    else if (country) countries.push(country);
    else if (industryCodes.length > 0) codes.push(...industryCodes);
    else if (word.startsWith('/')) filters.push(condition('page_url', 'begins_with', [word]));
    else if (/^[\w-]+(\.[\w-]+)+$/.test(word)) filters.push(condition('domain', 'contains', [word]));
    else if (pageWords.has(word.toLowerCase())) filters.push(condition('page_url', 'contains', [word]));
    else rest.push(word);
  }
  const all = [
    ...(countries.length > 0 ? [condition('headquarters_country_code', 'is', [...new Set(countries)])] : []),
    ...(codes.length > 0 ? [condition('industry_code', 'is', [...new Set(codes)].slice(0, maxIndustries))] : []),
    ...sizes.map((values) => condition('employee_range', 'is', values)),
    ...filters,
  ];
  return { filters: { all }, rest: rest.join(' ') };
}

function condition(field: string, operator: Filter['operator'], values: string[]): Filter {
  return { field, operator, values, excluded: false };
}

/** Recognizes a code in capital letters, or a name in English or German. Lower-case codes would be words such as “in” and “is”. */
function countryOf(word: string): string | null {
  if (/^[A-Z]{2}$/.test(word)) return countryCodeOf(word);
  return word.length < 4 ? null : (codesByName().get(foldName(word)) ?? null);
}

let knownCodes: Map<string, string> | null = null;

function codesByName(): Map<string, string> {
  if (knownCodes) return knownCodes;
  knownCodes = new Map();
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (let first = 65; first <= 90; first++) {
      for (let second = 65; second <= 90; second++) {
        const code = String.fromCharCode(first, second);
        const name = countryCodeOf(code) === code ? names.of(code) : undefined;
        if (name) knownCodes.set(foldName(name), code);
      }
    }
  }
  return knownCodes;
}

/** Returns the employee ranges for `>500`, `<=50`, `500+` and `100-500`. A range matches if its midpoint does. */
function sizesOf(word: string): string[] | null {
  const plain = word.replaceAll(/(\d)[.,](?=\d{3}\b)/g, '$1');
  const [, sign, number, plus] = /^(>=?|<=?)?(\d{1,7})(\+)?$/.exec(plain) ?? [];
  const [, first, last] = /^(\d{1,7})[-–](\d{1,7})$/.exec(plain) ?? [];
  if (first && last) return rangesWithin(Number(first), Number(last));
  if (!number || (!sign && !plus)) return null;
  return sign?.startsWith('<') ? rangesWithin(0, Number(number)) : rangesWithin(Number(number), Number.POSITIVE_INFINITY);
}

/** Returns the ranges whose midpoint is between two sizes: `>500` starts with the range from 501, `<500` ends with the range to 500. */
function rangesWithin(from: number, to: number): string[] | null {
  const found = employeeRanges.filter((range) => {
    const [low = 0, high = Number.POSITIVE_INFINITY] = range.replaceAll('.', '').replace('+', '').split('-').map(Number);
    return high === Number.POSITIVE_INFINITY ? to > low : (low + high) / 2 >= from && (low + high) / 2 <= to;
  });
  return found.length === 0 ? null : [...found];
}

/**
 * Returns the codes of the industries whose name or code contains the word, in singular or plural, or whose German titles contain a noun
 * that starts with the word. If a parent industry matches, its children are omitted.
 */
function industryCodesOf(word: string, industries: KnownWords['industries']): string[] {
  const folded = foldName(word);
  if (folded.length < 4) return [];
  const found = industries.filter(({ code, name, germanTitles }) => {
    const words = foldName(name).split(/[^\p{L}\p{N}]+/u);
    const isEnglish = [...words, ...code.split('_')].some((one) => one === folded || one === `${folded}s` || `${one}s` === folded);
    return isEnglish || germanNouns(germanTitles).some((noun) => noun.startsWith(folded) && noun.length <= folded.length + 2);
  });
  const codes = new Set(found.map(({ code }) => code));
  return found.filter(({ parentCode }) => parentCode === null || !codes.has(parentCode)).map(({ code }) => code);
}

/** Long nouns only, because short words and adjectives also occur in company names. */
function germanNouns(titles: readonly string[]): string[] {
  return titles.flatMap((title) => title.match(/\p{Lu}\p{Ll}{5,}/gu) ?? []).map(foldName);
}
