import assert from 'node:assert/strict';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../config.ts';
import { checkMachine } from './check-machine.ts';

const isRoot = process.getuid?.() === 0;

test('a secret key that does not belong to the owner of the data folder is reported', { skip: !isRoot && 'needs root' }, async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-doctor-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const file = join(dataDir, 'secret-key.txt');
  writeFileSync(file, 'x', { mode: 0o600 });
  const dataFolder = async () => (await checkMachine(readConfig({ DATA_DIR: dataDir }))).find(({ check }) => check === 'Data folder');
  assert.equal((await dataFolder())?.ok, true);
  chownSync(file, 12_345, 12_345);
  assert.match(JSON.stringify(await dataFolder()), /"ok":false,"found":"secret-key.txt in .*not owned by the owner/);
});
