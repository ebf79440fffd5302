import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findTestNeeds } from './test-needs.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-test-needs-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a file that reads any of the variables of the test database needs the database', () => {
  const source = readFileSync(new URL('./test-database.ts', import.meta.url), 'utf8');
  const variables = [...source.matchAll(/^ +(\w+_TEST_\w+):/gm)].map(([, name]) => name);
  assert.equal(variables.length, 5);
  const file = join(folder, 'file.ts');
  for (const variable of variables) {
    writeFileSync(file, `process.env.${variable};`);
    assert.deepEqual(
      findTestNeeds([file]),
      { server: false, database: true, installation: false, ipData: false, browser: false },
      variable,
    );
  }
});
