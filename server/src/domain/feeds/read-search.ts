import { countryCodeOf } from '../../lib/country-name.ts';
import { foldName } from '../../lib/fold-name.ts';
import { employeeRangeOf, employeeRanges } from '../companies/employee-range.ts';
import type { Filter } from '../feed-filters/filter.ts';

/** The filters found in a search text, and the words that match no filter. */
export type ReadSearch = { filters: { all: Filter[] }; rest: string };

type KnownWords = {
  /** `germanTitles` are the titles of the WZ 2008 sections and divisions that the industry belongs to. */
  industries: readonly { code: string; name: string; germanTitles: readonly string[]; parentCode: string | null }[];
  /** Words of the search that occur in paths of pages that were visited recently. */
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
  const words = searchWordsOf(text);
  for (let index = 0; index < words.length; ) {
    const word = words[index] ?? '';
    const size = sizeAt(words, index);
    const country = size ? null : countryAt(words, index);
    index += (size ?? country)?.length ?? 1;
    const industryCodes = country || size ? [] : industryCodesOf(word, industries);
    if (size) sizes.push(size.ranges);
    else if (country) countries.push(country.code);
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

/** Codes that usually mean something else, even as the first word: “IT services”, “HR software”. */
const otherAbbreviations = new Set('AI BI HR IT PR QA TV'.split(' '));
/** Codes that are countries only as the first word, because after a name they are its legal form (“BASF SE”) or a word (“MADE IN”). */
const formsAndWords = new Set('AG AS BV CO KG SA SE SL UG DO IN IS ME MY SO TO'.split(' '));

/** Recognizes a code in capital letters. Lower-case codes would be words such as “in” and “is”. */
function countryOfCode(word: string, isFirst: boolean): string | null {
  if (!/^[A-Z]{2}$/.test(word) || otherAbbreviations.has(word) || (!isFirst && formsAndWords.has(word))) return null;
  return countryCodeOf(word);
}

/** Words of the longest name, “Saint Vincent and the Grenadines”. */
const maxNameWords = 5;

/** Recognizes a code, or a name of one or several words in English or German. The longest name is found first. */
function countryAt(words: readonly string[], index: number): { code: string; length: number } | null {
  for (let length = Math.min(maxNameWords, words.length - index); length > 0; length--) {
    const name = words.slice(index, index + length).join(' ');
    const code = codesByName().get(foldName(name)) ?? (name.length < 4 ? null : countryCodeOf(name));
    if (code) return { code, length };
  }
  const code = countryOfCode(words[index] ?? '', index === 0);
  return code === null ? null : { code, length: 1 };
}

let knownCodes: Map<string, string> | null = null;

function codesByName(): Map<string, string> {
  if (knownCodes) return knownCodes;
  knownCodes = new Map([
    ['usa', 'US'],
    ['uk', 'GB'],
    ['uae', 'AE'],
  ]);
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' });
      for (let first = 65; first <= 90; first++) {
        for (let second = 65; second <= 90; second++) {
          const code = String.fromCharCode(first, second);
          const name = countryCodeOf(code) === code ? names.of(code) : undefined;
          if (name && name.length > 3) knownCodes.set(foldName(name), code);
        }
      }
    }
  }
  return knownCodes;
}

/** Recognizes a company size. The sign may be a separate word (`> 500`). “employees” may follow, and is required after a plain number. */
function sizeAt(words: readonly string[], index: number): { ranges: string[]; length: number } | null {
  const word = words[index] ?? '';
  const hasSpace = /^[<>]=?$/.test(word);
  const text = hasSpace ? `${word}${words[index + 1] ?? ''}` : word;
  const length = hasSpace ? 2 : 1;
  const isOfEmployees = /^(employees|mitarbeiter(n|nde|nden|innen)?|beschäftigten?)$/i.test(words[index + length] ?? '');
  const count = isOfEmployees && /^\d{1,7}$/.test(withoutSeparators(text)) ? employeeRangeOf(Number(withoutSeparators(text))) : null;
  const ranges = count ? [count] : sizesOf(text);
  return ranges && { ranges, length: isOfEmployees ? length + 1 : length };
}

/** Returns the employee ranges for `>500`, `<=50`, `500+` and `100-500`. A range matches if its midpoint does. */
function sizesOf(word: string): string[] | null {
  const plain = withoutSeparators(word);
  const [, sign, number, plus] = /^(>=?|<=?)?(\d{1,7})(\+)?$/.exec(plain) ?? [];
  const [, first, last] = /^(\d{1,7})[-–](\d{1,7})$/.exec(plain) ?? [];
  if (first && last) return rangesWithin(Number(first), Number(last));
  if (!number || (!sign && !plus)) return null;
  return sign?.startsWith('<') ? rangesWithin(0, Number(number)) : rangesWithin(Number(number), Number.POSITIVE_INFINITY);
}

function withoutSeparators(word: string): string {
  return word.replaceAll(/(\d)[.,](?=\d{3}\b)/g, '$1');
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
