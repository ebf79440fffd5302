import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { formatIpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { required } from '../../lib/required.ts';
import { addressKey, addressKeys } from './address-key.ts';

test('keys do not depend on batching or caching, and differ by secret and address', () => {
  const secrets = [randomBytes(32), randomBytes(32)];
  const addresses = ['192.0.2.1', '192.0.2.2', '2001:db8::1'].map((text) => required(parseIpAddress(text)));
  const alone = secrets.map((secret) => addresses.map((address) => addressKey(secret, address)));
  assert.equal(new Set(alone.flat()).size, 6);
  for (let round = 0; round < 2; round++) {
    const together = secrets.map((secret) => addressKeys(secret, addresses.map(formatIpAddress)));
    assert.deepEqual(together, alone);
  }
});
