import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { mock, test } from 'node:test';
import type { viewerScript } from './viewer-script.ts';

test('a script that could not be read is read again on the next use', async () => {
  // Another test file of this process may already have loaded the script, so this one loads its own copy of the module.
  const copy: { viewerScript: typeof viewerScript } = await import(new URL('./viewer-script.ts?copy', import.meta.url).href);
  const failing = mock.method(fs, 'readFile', async () => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  });
  syncBuiltinESMExports();
  try {
    await assert.rejects(copy.viewerScript(), /too many open files/);
  } finally {
    failing.mock.restore();
    syncBuiltinESMExports();
  }
  assert.match(await copy.viewerScript(), /createApiReference/);
});
