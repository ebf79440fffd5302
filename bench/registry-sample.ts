import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { firstOf } from '../server/src/lib/first-of.ts';
import { itemAt } from '../server/src/lib/item-at.ts';
import { Random } from '../server/src/lib/random.ts';

const syllables =
  'ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to va ve vi vo'.split(' ');
const forms = ['GmbH', 'Ltd', 'S.A.', 'AG', 'Sp. z o.o.', 'SARL', 's.r.o.', 'Oy', 'AB', 'S.p.A.'];
const countries = ['DE', 'FR', 'IT', 'PL', 'GB', 'NL', 'SE', 'CZ', 'ES', 'AT'];

/**
 * Writes objects in the format of RIPE's IPv4 file: half of the blocks name the organization that uses them; the others
 * are pools, blocks of providers, and names without a legal form.
 */
export async function writeRegistrySample(path: string, count: number): Promise<void> {
  const random = new Random(20);
  const words = Array.from({ length: 100_000 }, () => wordOf(random));
  // Prefers the first items, because a few words and maintainers occur in most objects.
  const frequent = <Item>(items: readonly Item[]) => itemAt(items, Math.floor(random.next() ** 3 * items.length));
  const maintainers = Array.from({ length: 20_000 }, (_, index) => `MNT-${itemAt(words, index).toUpperCase()}${index}`);
  function* parts() {
    let at = 0x05000000;
    let text = '';
    for (let index = 0; index < count; index++) {
      const size = 8 << random.between(0, 5);
      text += objectOf(at, size, random, () => frequent(words), frequent(maintainers));
      at += size;
      if (text.length < 1 << 20 && index < count - 1) continue;
      yield Buffer.from(text, 'latin1');
      text = '';
    }
  }
  await pipeline(parts, createGzip({ level: 1 }), createWriteStream(path));
}

function objectOf(first: number, size: number, random: Random, word: () => string, maintainer: string): string {
  const roll = random.next();
  const status = random.chance(0.1) ? 'ALLOCATED PA' : 'ASSIGNED PA';
  const lines =
    roll < 0.4
      ? [
          `${word()} ${word()} ${random.pick(forms)}`,
          `${word()}strasse ${random.between(1, 90)}`,
          `${random.between(10_000, 99_999)} ${word()}`,
        ]
      : roll < 0.5
        ? [`${word()} University`]
        : roll < 0.7
          ? [`${word()} Dynamic IP Pool ${random.between(1, 99)}`]
          : roll < 0.9
            ? [`${word()} Telecom customers ${word()}`]
            : [`${word()} ${word()}`];
  return (
    `inetnum:        ${ipv4Text(first)} - ${ipv4Text(first + size - 1)}\nnetname:        ${word().toUpperCase()}-NET\n` +
    lines.map((line) => `descr:          ${line}\n`).join('') +
    `country:        ${random.pick(countries)}\nadmin-c:        DUMY-RIPE\ntech-c:         DUMY-RIPE\nstatus:         ${status}\n` +
    `mnt-by:         ${maintainer}\ncreated:        2012-01-10T09:12:44Z\nlast-modified:  ${random.between(2010, 2026)}-04-03T09:12:44Z\nsource:         RIPE # Filtered\n\n`
  );
}

export function wordOf(random: Random): string {
  const word = Array.from({ length: random.between(2, 4) }, () => random.pick(syllables)).join('');
  return `${firstOf(word).toUpperCase()}${word.slice(1)}`;
}

export function ipv4Text(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}
