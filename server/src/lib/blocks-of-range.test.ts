import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOfRange } from './blocks-of-range.ts';
import { parseIpRange } from './ip-range.ts';
import { required } from './required.ts';

const blocks = (text: string, max = 100) => blocksOfRange(required(parseIpRange(text)), max);

test('a range is split into the fewest blocks', () => {
  assert.deepEqual(blocks('10.0.0.0/8'), ['10.0.0.0/8']);
  assert.deepEqual(blocks('10.0.0.1-10.0.0.6'), ['10.0.0.1/32', '10.0.0.2/31', '10.0.0.4/31', '10.0.0.6/32']);
  assert.deepEqual(blocks('255.255.255.254-255.255.255.255'), ['255.255.255.254/31']);
  assert.deepEqual(blocks('2001:db8::ffff:ffff-2001:db8::1:0:1'), ['2001:db8::ffff:ffff/128', '2001:db8::1:0:0/127']);
});

test('a range of more blocks than allowed yields null', () => {
  assert.equal(blocks('0.0.0.1-255.255.255.254', 10), null);
});
