import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { type Atom, pathsOf } from './pattern-paths.ts';

type Attack = (length: number) => string;

const suffixes = ['', '\0', '!\n'];
const maxPumpLength = 4;

/**
 * Builds strings of the pattern's characters that provoke backtracking (ReDoS). Most repeat a character, a short run or a prefix, after a
 * text that matches up to that position, and end with something that makes the match fail; the others repeat one character and then
 * another.
 */
export function attacksOn(source: string, flags: string): Attack[] {
  const attacks = new Map<string, Attack>();
  const add = (before: string, pump: string, after: string) => {
    if (pump === '') return;
    attacks.set(JSON.stringify([before, pump, after]), (length) => {
      const room = Math.max(0, length - before.length - after.length);
      return before + pump.repeat(Math.ceil(room / pump.length)).slice(0, room) + after;
    });
  };
  for (const path of pathsOf(source, flags)) {
    for (const after of suffixes) {
      for (const [index, { samples, repeats }] of path.entries()) {
        const matched = textOf(path, 0, index);
        for (const sample of samples) {
          for (const before of ['', '\0']) add(before, sample, after);
          if (repeats) add(matched, sample, after);
        }
        for (let end = index + 2; end <= Math.min(path.length, index + maxPumpLength); end++) add(matched, textOf(path, index, end), after);
      }
      for (const variant of [0, 1, 2]) for (let end = 1; end <= path.length; end++) add('', textOf(path, 0, end, variant), after);
    }
    for (const [first, second] of pairsOf(path)) {
      const [firstPump, secondPump] = [firstOf(itemAt(path, first).samples), firstOf(itemAt(path, second).samples)];
      attacks.set(JSON.stringify([first, second, textOf(path, 0, path.length)]), (length) => {
        const half = Math.floor(length / 2);
        return textOf(path, 0, first) + firstPump.repeat(half) + textOf(path, first + 1, second) + secondPump.repeat(half);
      });
    }
  }
  return [...attacks.values()];
}

function textOf(path: Atom[], from: number, to: number, variant = 0): string {
  const letters = path.slice(from, to).map(({ samples }) => samples[Math.min(variant, samples.length - 1)] ?? '');
  return letters.join('');
}

function pairsOf(path: Atom[]): [number, number][] {
  const repeating = [...path.entries()].filter(([, { repeats, samples }]) => repeats && samples.length > 0).slice(0, 6);
  return repeating.flatMap(([first], index) => repeating.slice(index + 1).map(([second]): [number, number] => [first, second]));
}
