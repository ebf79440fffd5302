import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { mock, test } from 'node:test';
import type { openGazetteer } from './open-gazetteer.ts';

test('a gazetteer that could not be read is read again on the next use, and only once after that', async () => {
  // Another test file of this process may already have opened the gazetteer, so this one loads its own copy of the module.
  const copy: { openGazetteer: typeof openGazetteer } = await import(new URL('./open-gazetteer.ts?copy', import.meta.url).href);
  const failing = mock.method(fs, 'readFile', async () => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  });
  syncBuiltinESMExports();
  try {
    await assert.rejects(copy.openGazetteer(), /too many open files/);
  } finally {
    failing.mock.restore();
    syncBuiltinESMExports();
  }
  const gazetteer = await copy.openGazetteer();
  assert.ok(gazetteer.suggest('Berlin', { limit: 1 }).length > 0);
  assert.equal(await copy.openGazetteer(), gazetteer);
});
