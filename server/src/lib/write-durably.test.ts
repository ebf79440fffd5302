import assert from 'node:assert/strict';
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, mock, test } from 'node:test';
import { createDurably, renameDurably, writeDurably } from './write-durably.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-durable-'));
afterEach(() => {
  mock.restoreAll();
  syncBuiltinESMExports();
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Records the order of the calls that make a file durable. A call with an entry in `failures` throws it. */
function watchCalls(failures: Partial<Record<'linkSync' | 'renameSync', NodeJS.ErrnoException>> = {}): string[] {
  const calls: string[] = [];
  const fsync = fs.fsyncSync;
  mock.method(fs, 'fsyncSync', (descriptor: number) => {
    calls.push(fs.fstatSync(descriptor).isDirectory() ? 'sync folder' : 'sync file');
    fsync(descriptor);
  });
  for (const name of ['linkSync', 'renameSync'] as const) {
    const original = fs[name];
    mock.method(fs, name, (from: string, to: string) => {
      calls.push(name);
      const failure = failures[name];
      if (failure) throw failure;
      original(from, to);
    });
  }
  syncBuiltinESMExports();
  return calls;
}

test('a file is synced before it replaces the old one, and its folder afterwards', () => {
  const path = join(folder, 'replaced.json');
  writeFileSync(path, 'old');
  const calls = watchCalls();
  writeDurably(path, 'new', { mode: 0o600 });
  assert.deepEqual(calls, ['sync file', 'renameSync', 'sync folder']);
  assert.equal(readFileSync(path, 'utf8'), 'new');
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('a file is synced before it gets the name of another one, and its folder afterwards', () => {
  const [draft, path] = [join(folder, 'draft.mmdb'), join(folder, 'renamed.mmdb')];
  writeFileSync(path, 'old');
  writeFileSync(draft, 'new');
  const calls = watchCalls();
  renameDurably(draft, path);
  assert.deepEqual(calls, ['sync file', 'renameSync', 'sync folder']);
  assert.equal(readFileSync(path, 'utf8'), 'new');
});

test('a file that cannot be replaced keeps its content, and no temporary file is left', () => {
  const path = join(folder, 'kept.json');
  writeFileSync(path, 'old');
  watchCalls({ renameSync: Object.assign(new Error('full'), { code: 'ENOSPC' }) });
  assert.throws(() => writeDurably(path, 'new'), /full/);
  assert.equal(readFileSync(path, 'utf8'), 'old');
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.tmp')),
    [],
  );
});

test('a file is synced before it gets its name, and an existing file is never overwritten', () => {
  const path = join(folder, 'created.txt');
  const calls = watchCalls();
  createDurably(path, 'first', { mode: 0o600 });
  createDurably(path, 'second');
  assert.deepEqual(calls, ['sync file', 'linkSync', 'sync folder']);
  assert.equal(readFileSync(path, 'utf8'), 'first');
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('a file that another process creates at the same time is kept', () => {
  const path = join(folder, 'raced.txt');
  const link = fs.linkSync;
  mock.method(fs, 'linkSync', (from: string, to: string) => {
    writeFileSync(to, 'from the other process');
    link(from, to);
  });
  syncBuiltinESMExports();
  createDurably(path, 'mine');
  assert.equal(readFileSync(path, 'utf8'), 'from the other process');
});

test('a file can be created on a file system without hard links', () => {
  const path = join(folder, 'no-links.txt');
  watchCalls({ linkSync: Object.assign(new Error('not supported'), { code: 'EPERM' }) });
  createDurably(path, 'content');
  assert.equal(readFileSync(path, 'utf8'), 'content');
});
