import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { secretBox } from './secret-box.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-key-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const plain = Buffer.from('a secret');

test('a sealed secret can be opened only for its purpose and only if it is undamaged', () => {
  const box = secretBox({ secretKey: null, dataDir });
  const sealed = box.seal(plain, 'user:1');
  assert.ok(!sealed.includes(plain));
  assert.notDeepEqual(box.seal(plain, 'user:1'), sealed, 'the result differs each time');
  assert.deepEqual(box.open(sealed, 'user:1'), plain);
  assert.equal(box.open(sealed, 'user:2'), null);
  for (const at of [0, 14, sealed.length - 1]) {
    const damaged = Buffer.from(sealed);
    damaged[at]! ^= 1;
    assert.equal(box.open(damaged, 'user:1'), null);
  }
  assert.equal(box.open(Buffer.alloc(5), 'user:1'), null);
});

test('the key in the data folder is created once and only its owner can read it, and SECRET_KEY takes precedence', () => {
  const sealed = secretBox({ secretKey: null, dataDir }).seal(plain, 'x');
  const file = join(dataDir, 'secret-key.txt');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(secretBox({ secretKey: null, dataDir }).open(sealed, 'x'), plain, 'a second box uses the same key');
  assert.equal(secretBox({ secretKey: 'another key of the operator, long enough', dataDir }).open(sealed, 'x'), null);
  assert.deepEqual(secretBox({ secretKey: readFileSync(file, 'utf8').trim(), dataDir: '/nowhere' }).open(sealed, 'x'), plain);
});

test('an empty or short key in the data folder is rejected', () => {
  const folder = join(dataDir, 'damaged');
  mkdirSync(folder);
  for (const content of ['', '\n', 'x'.repeat(31)]) {
    writeFileSync(join(folder, 'secret-key.txt'), content);
    assert.throws(
      () => secretBox({ secretKey: null, dataDir: folder }).seal(plain, 'x'),
      /secret-key\.txt has fewer than 32 characters: restore/,
    );
  }
});
