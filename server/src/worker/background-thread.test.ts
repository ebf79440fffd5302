import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testIdentifier } from '../../../tests/kit/identifier.ts';
import { warmUpAddress } from './background-thread.ts';

test('the address with which a thread warms up has a network and a location', async () => {
  const identifier = await testIdentifier();
  assert.notEqual(identifier.findFacts(warmUpAddress).network, null);
  assert.notEqual(identifier.locate(warmUpAddress), null);
});
