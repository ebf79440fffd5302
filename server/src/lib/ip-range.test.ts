import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatIpAddress, parseIpAddress } from './ip-address.ts';
import { blockAround, cidrWithin, compareIpAddresses, parseIpRange, rangeContains } from './ip-range.ts';
import { required } from './required.ts';

const ends = (text: string) => {
  const range = parseIpRange(text);
  return range === null ? null : [formatIpAddress(range.first), formatIpAddress(range.last)];
};
const address = (text: string) => required(parseIpAddress(text));

test('blocks, ranges and single addresses are parsed', () => {
  assert.deepEqual(ends('192.0.2.77/24'), ['192.0.2.0', '192.0.2.255']);
  assert.deepEqual(ends('0.0.0.0/0'), ['0.0.0.0', '255.255.255.255']);
  assert.deepEqual(ends('192.0.2.1/32'), ['192.0.2.1', '192.0.2.1']);
  assert.deepEqual(ends('2001:db8::/33'), ['2001:db8::', '2001:db8:7fff:ffff:ffff:ffff:ffff:ffff']);
  assert.deepEqual(ends('::ffff:192.0.2.0/120'), ['192.0.2.0', '192.0.2.255']);
  assert.deepEqual(ends(' 10.0.0.1 - 10.0.0.9 '), ['10.0.0.1', '10.0.0.9']);
  assert.deepEqual(ends('10.0.0.1'), ['10.0.0.1', '10.0.0.1']);
});

test('invalid blocks and ranges are rejected', () => {
  for (const text of ['10.0.0.0/33', '10.0.0.0/', '::/129', '10.0.0.0/-1', '10.0.0.9-10.0.0.1', '10.0.0.1-::1', 'x/8']) {
    assert.equal(parseIpRange(text), null, text);
  }
});

test('cidrWithin returns the largest block of the range that contains the address', () => {
  const odd = required(parseIpRange('10.0.0.128-10.0.2.255'));
  assert.equal(cidrWithin(odd, address('10.0.0.200')), '10.0.0.128/25');
  assert.equal(cidrWithin(odd, address('10.0.1.1')), '10.0.1.0/24');
  assert.equal(cidrWithin(required(parseIpRange('17.0.0.0/8')), address('17.5.4.3')), '17.0.0.0/8');
  assert.equal(cidrWithin(required(parseIpRange('2001:420::/32')), address('2001:420::1')), '2001:420::/32');
});

test('the block around an address contains the address, and its first address is not after its last', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(128), (text, bits) => {
      const inside = address(text);
      const block = blockAround(inside, Math.min(bits, inside.version === 4 ? 32 : 128));
      assert.ok(rangeContains(block, inside));
      assert.ok(rangeContains(block, block.first) && rangeContains(block, block.last));
      assert.ok(compareIpAddresses(block.first, block.last) <= 0);
    }),
  );
});
