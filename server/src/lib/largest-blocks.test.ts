import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseIpRange } from './ip-range.ts';
import { largestBlocks } from './largest-blocks.ts';
import { required } from './required.ts';

test('all blocks of every range are listed, the largest first and IPv4 before IPv6', () => {
  const ranges = ['2001:db8::/32', '192.0.1.0-192.0.4.255', '10.0.0.0/23'].map((text) => required(parseIpRange(text)));
  const blocks = ['192.0.2.0/23', '10.0.0.0/23', '192.0.1.0/24', '192.0.4.0/24', '2001:db8::/32'];
  assert.deepEqual(largestBlocks(ranges, 10), blocks);
  assert.deepEqual(largestBlocks(ranges, 3), blocks.slice(0, 3));
});
