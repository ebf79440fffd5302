import anyAscii from 'any-ascii';
import { itemAt } from '../../lib/item-at.ts';
import { geographicWords } from './geographic-words.ts';
import { nameWords } from './name-words.ts';
import { nameKey, stripLegalForms } from './organization-name.ts';

const conjunctions = new Set(['and', 'und', 'et', 'en', 'y', 'e', 'i', 'og', 'och', 'ja', 'a', 'es', 've', 'kai', 'si', 'ir', 'un']);
const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe' };
const maxKeyLength = 200;

/**
 * Returns the keys by which a name is compared with others: without legal form, case, diacritics, "the" and conjunctions, in Latin letters.
 * A name has several keys if it can be spelled in several ways: `Müller` is `muller` and `mueller`.
 */
export function nameKeys(name: string): string[] {
  // Fast path for imports of millions of names, most of which have one spelling.
  if (isPlain(name) && !name.includes('(')) {
    const key = keyOf(name);
    return key === '' ? [] : [key];
  }
  // Legal forms are recognized by dots and diacritics, so each spelling is split separately.
  const spellings = isPlain(name) ? [name] : [name, withUmlauts(name, 'a'), withUmlauts(name, 'aa'), inLatinLetters(name)];
  // Parentheses at the end contain an explanation, even if a legal form follows.
  const whole = spellings.flatMap((spelling) => (spelling.includes('(') ? [spelling, stripLegalForms(spelling)] : [spelling]));
  return [...new Set(whole.map(keyOf))].filter((key) => key !== '');
}

function keyOf(spelling: string): string {
  return withoutConjunctions(nameKey(spelling)).slice(0, maxKeyLength);
}

/** Returns the keys of the name without the country or region of a branch: `Bayer (South East Asia) Pte Ltd` is a branch of Bayer. */
export function branchKeys(name: string): string[] {
  const words = nameWords(stripLegalForms(inLatinLetters(name)));
  let length = words.length;
  while (length > 0 && geographicWords.has(itemAt(words, length - 1))) length--;
  const core = words.slice(0, length).join(' ');
  return length === words.length || core.length < 3 ? [] : nameKeys(core);
}

function isPlain(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range covers all ASCII characters
  return /^[\x00-\x7f]*$/.test(name);
}

function withUmlauts(name: string, ring: 'a' | 'aa'): string {
  return name.normalize('NFC').replace(/[äöüøå]/gi, (letter) => umlauts[letter.toLowerCase()] ?? ring);
}

/** Transliterates a name to Latin letters. Russian spells the x of foreign words with two letters. */
function inLatinLetters(name: string): string {
  return isPlain(name) ? name : anyAscii(name.replace(/кс/gi, 'x'));
}

function withoutConjunctions(key: string): string {
  const words = key.split(' ');
  if (!words.some((word) => conjunctions.has(word))) return key;
  const kept = words.filter((word, index) => index === 0 || index === words.length - 1 || !conjunctions.has(word));
  return kept.join(' ');
}
