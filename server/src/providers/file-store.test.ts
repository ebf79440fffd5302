import assert from 'node:assert/strict';
import fs, { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { firstOf } from '../lib/first-of.ts';
import { required } from '../lib/required.ts';
import { fileStore } from './file-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const files = fileStore(join(folder, 'exports'));

test('a file appears only when it is complete', async () => {
  const file = await files.create();
  const second = await files.create();
  await file.write('one,');
  await second.write('two');
  await file.append(second);
  assert.equal(await files.open('a.json'), null);
  await file.finish('a.json');
  const stored = required(await files.open('a.json'));
  assert.equal(stored.size, 7);
  assert.equal(await text(stored.read()), 'one,two');
  assert.deepEqual(readdirSync(join(folder, 'exports')), ['a.json']);
  await files.remove('a.json');
  assert.equal(await files.open('a.json'), null);
});

test('the name of a finished file is durable', async (t) => {
  const calls: string[] = [];
  const fsync = fs.fsyncSync;
  const rename = fs.renameSync;
  t.mock.method(fs, 'fsyncSync', (descriptor: number) => {
    calls.push(fs.fstatSync(descriptor).isDirectory() ? 'sync folder' : 'sync file');
    fsync(descriptor);
  });
  t.mock.method(fs, 'renameSync', (from: string, to: string) => {
    calls.push('rename');
    rename(from, to);
  });
  syncBuiltinESMExports();
  const file = await files.create();
  await file.finish('durable.csv');
  t.mock.restoreAll();
  syncBuiltinESMExports();
  assert.deepEqual(calls, ['sync file', 'rename', 'sync folder']);
  await files.remove('durable.csv');
});

test('invalid file names, such as those with a path, are rejected', async () => {
  for (const name of ['../a.json', '/etc/passwd', 'a.part', '', '.json', 'a/b.json', 'a.json\u0000'])
    assert.equal(await files.open(name), null, name);
  const file = await files.create();
  await assert.rejects(file.finish('../a.json'), RangeError);
  await file.discard();
});

test('old unfinished files are removed', async () => {
  const file = await files.create();
  await file.write('half');
  const name = firstOf(readdirSync(join(folder, 'exports')));
  await files.removeUnfinished(new Date(Date.now() - 60_000));
  assert.equal(readdirSync(join(folder, 'exports')).length, 1);
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(join(folder, 'exports', name), longAgo, longAgo);
  await files.removeUnfinished(new Date(Date.now() - 60_000));
  assert.deepEqual(readdirSync(join(folder, 'exports')), []);
  await file.discard();
});
