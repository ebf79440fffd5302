import { itemAt } from '../../server/src/lib/item-at.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';

/** One position of a pattern: the characters that it accepts, and whether it repeats them a variable number of times. */
export type Atom = { samples: string[]; repeats: boolean };

type Item = { isOptional: boolean; repeats: boolean } & ({ token: string } | { alternatives: Item[][] });

const candidates = [...'a A1.-_,;:/@"\'=<>()&*+?#|\\[]{}!%$~^`\t\n\r', 'é', 'ß', '\u0301', '\u00a0', '\0'];
const tokens =
  /\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[\s\S])|\(\?(?:[:=!]|<[=!]|<\w+>)|\{\d+(?:,\d*)?\}|[\s\S]/g;

/**
 * Lists paths through a pattern, each as a list of positions. Every alternative of every group occurs in one of the paths, and each
 * path is listed with and without its optional parts. Look-arounds are treated like groups.
 */
export function pathsOf(source: string, flags: string): Atom[][] {
  const rest = [...source.matchAll(tokens)].map(([token]) => token);
  const alternatives = readAlternatives(rest);
  const max = widest(alternatives);
  const paths = new Map<string, Atom[]>();
  for (let choice = 0; choice < max; choice++) {
    for (const withOptional of [true, false]) {
      const items = flatten(alternatives, choice, withOptional);
      const path = joinWords(items).map(({ token, repeats }) => ({ samples: samplesOf(token, flags), repeats }));
      paths.set(JSON.stringify(items), path);
    }
  }
  return [...paths.values()].filter((path) => path.length > 0);
}

function readAlternatives(rest: string[]): Item[][] {
  const alternatives: Item[][] = [[]];
  while (rest.length > 0) {
    const token = required(rest.shift());
    const items = lastOf(alternatives);
    if (token === ')') break;
    if (token === '|') alternatives.push([]);
    else if (token === '(' || token.startsWith('(?'))
      items.push({ alternatives: readAlternatives(rest), isOptional: false, repeats: false });
    else if (/^([*+?]|\{\d+(,\d*)?\})$/.test(token)) quantify(items.at(-1), token);
    else if (!/^([$^]|\\[bBk1-9])$/.test(token)) items.push({ token, isOptional: false, repeats: false });
  }
  return alternatives;
}

function quantify(item: Item | undefined, quantifier: string): void {
  if (!item) return;
  if (/^[*?]|^\{0,/.test(quantifier)) item.isOptional ||= !item.repeats;
  if (/^[*+]|,/.test(quantifier)) item.repeats = true;
}

/** Returns the number of choices that reach every alternative, including those of nested groups. */
function widest(alternatives: Item[][]): number {
  const inside = alternatives.flat().map((item) => ('token' in item ? 1 : widest(item.alternatives)));
  return alternatives.length * Math.max(1, ...inside);
}

type FlatItem = { token: string; repeats: boolean };

function flatten(alternatives: Item[][], choice: number, withOptional: boolean): FlatItem[] {
  const items = itemAt(alternatives, choice % alternatives.length);
  const choiceInside = Math.floor(choice / alternatives.length);
  const included = items.filter(({ isOptional }) => withOptional || !isOptional);
  return included.flatMap((item) =>
    'token' in item ? [{ token: item.token, repeats: item.repeats }] : flatten(item.alternatives, choiceInside, withOptional),
  );
}

/** A literal word is one position: repeating parts of it would find nothing that the word itself does not. */
function joinWords(path: FlatItem[]): FlatItem[] {
  const joined: FlatItem[] = [];
  for (const { token, repeats } of path) {
    const last = joined.at(-1);
    if (last && !repeats && !last.repeats && isWord(token) && isWord(last.token)) last.token += token;
    else joined.push({ token, repeats });
  }
  return joined;
}

function isWord(token: string): boolean {
  return /^[\p{L}\p{N} _<!=-]+$/u.test(token);
}

function samplesOf(token: string, flags: string): string[] {
  if (isWord(token)) return [token];
  const pattern = new RegExp(`^${token}$`, flags.replace(/[gy]/g, ''));
  const literals = [...token].filter((letter) => !'[]\\^'.includes(letter));
  return [...new Set([...candidates, ...literals])].filter((letter) => pattern.test(letter)).slice(0, 4);
}
