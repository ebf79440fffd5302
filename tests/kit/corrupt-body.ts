import fc from 'fast-check';
import { itemAt } from '../../server/src/lib/item-at.ts';

/** A placeholder that is replaced after serialization with a number that JSON.parse reads as infinity. */
const infinityPlaceholder = '"beyond all numbers"';

export const hostileTexts = [
  '',
  ' ',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u0001\u001f\u007f\u0085',
  '\u202e\ufeff\u200b',
  'x'.repeat(100_000),
  '%_\\',
  '*'.repeat(400),
  "'; drop table companies; --",
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '0000-01-01',
  '0000-00-00',
  '9999-12-31',
  '99999-01-01',
  '-000001-01-01',
  '2026-02-30',
  '0000-01-01T00:00:00.000Z',
  '9'.repeat(18),
  '9'.repeat(40),
  '-1',
  'NaN',
  'Infinity',
  '1e400',
  'https://[',
  'ftp://x',
  '::ffff:1.2.3.4',
  '00000000-0000-0000-0000-000000000000',
];

const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  0,
  -1,
  0.5,
  1e21,
  -1e308,
  5e-324,
  2 ** 53,
  'beyond all numbers',
  [],
  {},
  [[]],
  [null],
  Array.from({ length: 2000 }, () => 1),
  JSON.parse('{"__proto__":{"admin":true}}'),
  { constructor: { prototype: { admin: true } } },
  nested(500),
];

export type Corruption = { places: number[]; kinds: number[] };

/** How a value is corrupted: in up to three places, each in one of several ways. */
export const corruptions: fc.Arbitrary<Corruption> = fc.record({
  places: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 3 }),
  kinds: fc.array(fc.nat(10_000), { minLength: 3, maxLength: 3 }),
});

/** Returns the JSON text of a body with some of its values corrupted. */
export function corruptBody(body: unknown, { places, kinds }: Corruption): string {
  let corrupted: unknown = structuredClone(body);
  for (const [index, place] of places.entries()) corrupted = corruptOnce(corrupted, place, itemAt(kinds, index));
  return JSON.stringify(corrupted).replaceAll(infinityPlaceholder, '1e999');
}

function corruptOnce(body: unknown, place: number, kind: number): unknown {
  const properties = propertiesOf(body);
  if (properties.length === 0) return hostileValues[kind % hostileValues.length];
  const { holder, key } = itemAt(properties, place % properties.length);
  const way = kind % (hostileValues.length + 4);
  if (way < hostileValues.length) set(holder, key, hostileValues[way]);
  else if (way === hostileValues.length) delete holder[key];
  else if (way === hostileValues.length + 1) set(holder, 'nobody_knows_me', 1);
  else if (way === hostileValues.length + 2) set(holder, 'a\u0000\ud800', holder[key]);
  else set(holder, key, [holder[key], holder[key]]);
  return body;
}

type Holder = Record<string, unknown>;

function propertiesOf(value: unknown): { holder: Holder; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [{ holder: value as Holder, key }, ...propertiesOf(part)]);
}

/** Sets an own property, even if an assignment would change the prototype. */
function set(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value: structuredClone(value), enumerable: true, configurable: true, writable: true });
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { deeper: value };
  return value;
}
