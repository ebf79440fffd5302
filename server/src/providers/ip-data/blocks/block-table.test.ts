import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type IpAddress, parseIpAddress } from '../../../lib/ip-address.ts';
import { type IpRange, parseIpRange } from '../../../lib/ip-range.ts';
import { required } from '../../../lib/required.ts';
import { BlockTable } from './block-table.ts';
import { BlockTableBuilder } from './block-table-builder.ts';

const textAt = (table: BlockTable, position: number) =>
  position === 0 ? null : table.recordAt(position, (bytes, from, to) => bytes.toString('utf8', from, to));
const address = (text: string) => required(parseIpAddress(text));
const range = (text: string) => required(parseIpRange(text));

function tableOf(blocks: [string | IpRange, string | null][]): BlockTable {
  const builder = new BlockTableBuilder();
  for (const [block, record] of blocks)
    builder.add(typeof block === 'string' ? range(block) : block, record === null ? 0 : builder.records.add(Buffer.from(record)));
  return new BlockTable(builder.build());
}

test('the smallest block that contains an address wins', () => {
  const table = tableOf([
    ['80.1.2.7', 'one'],
    ['80.1.0.0/16', 'wide'],
    ['80.1.2.0/24', 'narrow'],
    ['80.1.3.0/24', null],
    ['2001:db8::/32', 'six'],
    ['2001:db8:1::/48', 'six inside'],
    ['255.255.255.255', 'end'],
    ['ffff::/16', 'end of six'],
  ]);
  const find = (ip: string) => textAt(table, table.positionOf(address(ip)));
  const expected: Record<string, string | null> = {
    '80.0.255.255': null,
    '80.1.1.1': 'wide',
    '80.1.2.1': 'narrow',
    '80.1.2.7': 'one',
    '80.1.2.8': 'narrow',
    // A smaller block without a record hides the larger one.
    '80.1.3.9': null,
    '80.1.255.255': 'wide',
    '80.2.0.0': null,
    '1.1.1.1': null,
    '255.255.255.255': 'end',
    '2001:db8::9': 'six',
    '2001:db8:1::9': 'six inside',
    '2001:db8:2::9': 'six',
    '2001:db9::': null,
    'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff': 'end of six',
  };
  for (const [ip, record] of Object.entries(expected)) assert.equal(find(ip), record, ip);
});

test('the record of a whole block is found, and a block with several records is reported', () => {
  const table = tableOf([
    ['80.1.0.0/16', 'wide'],
    ['80.1.2.0/24', 'narrow'],
  ]);
  const findIn = (block: string) => {
    const found = table.positionInBlock(range(block));
    return found === 'differs' ? found : textAt(table, found);
  };
  assert.equal(findIn('80.1.2.0/25'), 'narrow');
  assert.equal(findIn('80.1.0.0/23'), 'wide');
  assert.equal(findIn('80.1.2.0/23'), 'differs');
  assert.equal(findIn('80.3.0.0/24'), null);
});

test('adjacent blocks with the same record are found as one block', () => {
  const table = tableOf([
    ['80.1.2.0/25', 'same'],
    ['80.1.2.128/25', 'same'],
    ['80.1.4.0/25', 'same'],
    ['2001:db8::/33', 'same'],
    ['2001:db8:8000::/33', 'same'],
  ]);
  const [ipv4, ipv6] = [table.positionInBlock(range('80.1.2.0/24')), table.positionInBlock(range('2001:db8::/32'))];
  assert.deepEqual([ipv4 === 'differs' ? ipv4 : textAt(table, ipv4), ipv6 === 'differs' ? ipv6 : textAt(table, ipv6)], ['same', 'same']);
  assert.equal(table.positionInBlock(range('80.1.4.0/24')), 'differs');
  assert.equal(table.positionInBlock(range('80.1.1.0-80.1.2.127')), 'differs');
});

test('where blocks are nested or overlap, the table finds the same record as a linear search', () => {
  const block = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }), fc.option(fc.constantFrom('a', 'b', 'c')));
  fc.assert(
    fc.property(fc.array(block, { maxLength: 25 }), fc.constantFrom(4, 6), (blocks, version) => {
      const at = (value: number): IpAddress => (version === 4 ? { version: 4, value } : { version: 6, words: [0x20010db8, 0, value, 0] });
      const table = tableOf(blocks.map(([from, length, record]) => [{ first: at(from), last: at(from + length) }, record]));
      for (let value = 0; value <= 85; value++) {
        const containing = blocks.filter(([from, length]) => from <= value && value <= from + length);
        const winner = containing.toSorted(([from, length], [otherFrom, otherLength]) => from - otherFrom || otherLength - length).at(-1);
        assert.equal(textAt(table, table.positionOf(at(value))), winner?.[2] ?? null);
      }
    }),
    { numRuns: 300 },
  );
});
