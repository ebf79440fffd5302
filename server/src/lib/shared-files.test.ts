import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readSharedFile, readWhole } from './shared-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-shared-'));
after(() => rmSync(folder, { recursive: true }));

test('a file is read once until it changes, and not kept after it is deleted', async () => {
  const path = join(folder, 'read-once');
  writeFileSync(path, 'first');
  const first = await readSharedFile(path);
  assert.equal(first.toString(), 'first');
  assert.equal((await readSharedFile(path)).buffer, first.buffer);
  writeFileSync(path, 'second');
  assert.equal((await readSharedFile(path)).toString(), 'second');
  rmSync(path);
  await assert.rejects(readSharedFile(path), { code: 'ENOENT' });
});

test('a file is read in pieces, because one system call reads at most 2 GiB', async () => {
  const path = join(folder, 'pieces');
  writeFileSync(path, 'abcdefghij');
  for (const pieceBytes of [1, 3, 10, 11]) assert.equal((await readWhole(path, pieceBytes)).toString(), 'abcdefghij');
});

test('a file that does not fit in memory is rejected with its size', async () => {
  const path = join(folder, 'large.mmdb');
  writeFileSync(path, '');
  // A sparse file, which occupies no space on the disk.
  truncateSync(path, 8e12);
  await assert.rejects(readSharedFile(path), /large\.mmdb is too large: there is not enough memory for its 8000\.0 GB\./);
});
