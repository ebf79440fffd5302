import { firstOf } from '../../lib/first-of.ts';
import { type CueLine, cueLines } from './kind-cues.ts';

export type Cue = { line: CueLine; word: string };

// Ordinary words that begin or end like the name of a provider.
const nonProviderWords = new Set(
  (
    'netherlands netflix nettleton hotel intel mattel motel cartel castel internet planet magnet cabinet market garnet bonnet sonnet website vatel pastel ' +
    'dotcom plan clan milan kaplan alan catalan ulan datatel cornet fiberglass fibreglass cloudberry'
  ).split(' '),
);

const whole = new Map<string, CueLine[]>();
const phrases = new Map<string, CueLine[]>();
const firstWordsOfPhrases = new Set<string>();
// Stems by their first two letters, endings by their last two, so that a word is compared with few of them.
const stems = new Map<string, [string, CueLine][]>();
const endings = new Map<string, [string, CueLine][]>();

for (const line of cueLines) {
  for (const pattern of line.words.split(/\s+/).filter((text) => text !== '')) {
    if (pattern.startsWith('*')) addPart(endings, pattern.slice(-2), pattern.slice(1), line);
    else if (pattern.endsWith('*')) addPart(stems, pattern.slice(0, 2), pattern.slice(0, -1), line);
    else if (pattern.includes('_')) {
      const phrase = pattern.replaceAll('_', ' ').trim();
      add(phrases, phrase, line);
      firstWordsOfPhrases.add(firstOf(phrase.split(' ')));
    } else add(whole, pattern, line);
  }
}

function addPart(map: Map<string, [string, CueLine][]>, key: string, part: string, line: CueLine): void {
  map.set(key, [...(map.get(key) ?? []), [part, line]]);
}

function add(map: Map<string, CueLine[]>, key: string, line: CueLine): void {
  map.set(key, [...(map.get(key) ?? []), line]);
}

/** Finds the cues in a name. Each word contributes at most its strongest cue per kind, so a long word does not count several times. */
export function cuesIn(words: readonly string[]): Cue[] {
  const cues: Cue[] = [];
  words.forEach((word, index) => {
    // Most words have no cue, and imports look at millions of them.
    let strongest = null as Map<string, Cue> | null;
    const consider = (line: CueLine, text: string) => {
      strongest ??= new Map();
      const best = strongest.get(line.kind);
      if (best === undefined || best.line.points < line.points) strongest.set(line.kind, { line, word: text });
    };
    for (const line of whole.get(word) ?? []) consider(line, word);
    if (firstWordsOfPhrases.has(word))
      for (const length of [2, 3]) {
        const phrase = words.slice(index, index + length).join(' ');
        for (const line of phrases.get(phrase) ?? []) consider(line, phrase);
      }
    if (word.length > 3) {
      if (!nonProviderWords.has(word)) {
        for (const [stem, line] of stems.get(word.slice(0, 2)) ?? []) if (word.startsWith(stem)) consider(line, word);
        for (const [ending, line] of endings.get(word.slice(-2)) ?? [])
          if (word.length >= ending.length + minLettersBefore(ending) && word.endsWith(ending)) consider(line, word);
      }
    }
    if (strongest !== null) cues.push(...strongest.values());
  });
  return cues;
}

/** One letter before a long ending is enough (iconnect). Short endings are common in ordinary words, so they need two. */
function minLettersBefore(ending: string): number {
  return ending.length >= 6 ? 1 : 2;
}
