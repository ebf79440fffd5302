import { nameKey } from './organization-name.ts';
import { isCommonToProviders, isNameOfProvider } from './provider-domain.ts';

// Words for parts of a provider, in addition to those that are common to the names of providers.
const partWords = new Set('service services business enterprise solutions parent'.split(' '));

/**
 * Whether a company in the network of a provider is the provider itself, not one of its customers: the names are equal, also without words
 * such as "Communications" or "Group", or both belong to the company's domain.
 */
export function isSameProvider(provider: string, { name, domain }: { name: string; domain: string | null }): boolean {
  const [words, others] = [nameKey(provider).split(' '), nameKey(name).split(' ')];
  if (words.join('') === others.join('') || isPartOf(words, others) || isPartOf(others, words)) return true;
  const distinctive = distinctivePart(words);
  if (distinctive !== '' && distinctive === distinctivePart(others)) return true;
  return domain !== null && isNameOfProvider(name, domain) && isNameOfProvider(provider, domain);
}

/** "AT&T Services" is a part of "AT&T", and "Cogent Communications" the same as "Cogent". */
function isPartOf(short: readonly string[], long: readonly string[]): boolean {
  return short.join('') !== '' && short.every((word, index) => word === long[index]) && long.slice(short.length).every(isCommon);
}

function distinctivePart(words: readonly string[]): string {
  return words.filter((word) => !isCommon(word)).join('');
}

function isCommon(word: string): boolean {
  return partWords.has(word) || isCommonToProviders(word);
}
