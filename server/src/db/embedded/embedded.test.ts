import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { takeFolder } from './folder-lock.ts';
import { LogFile } from './log-file.ts';
import { memorySettings } from './memory-settings.ts';

const GB = 1024 ** 3;

test('memory settings grow with the machine, within bounds', () => {
  assert.equal(memorySettings(0.25 * GB).shared_buffers, '64MB');
  assert.equal(memorySettings(8 * GB).shared_buffers, '1024MB');
  assert.equal(memorySettings(512 * GB).shared_buffers, '4096MB');
  assert.equal(memorySettings(8 * GB).effective_cache_size, '4096MB');
});

test('a data folder has one holder; one that was killed holds nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-lock-'));
  const first = takeFolder(folder, 'server');
  assert.ok('release' in first);
  const second = takeFolder(folder, 'command');
  assert.ok('heldBy' in second);
  assert.equal(second.heldBy.pid, process.pid);
  assert.equal(second.heldBy.purpose, 'server');
  first.release();
  assert.ok('release' in takeFolder(folder, 'server'));

  // A process with this number is alive, but it is another one than the holder was.
  writeFileSync(join(folder, 'owner.lock'), JSON.stringify({ pid: process.pid, mark: 'long ago', purpose: 'server' }));
  assert.ok('release' in takeFolder(folder, 'server'));
  writeFileSync(join(folder, 'owner.lock'), 'not JSON');
  assert.ok('release' in takeFolder(folder, 'server'));
  assert.deepEqual(readdirSync(folder), ['owner.lock']);
  rmSync(folder, { recursive: true });
});

test('the database’s messages are kept, with one older file when they grow', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-log-'));
  const log = new LogFile(join(folder, 'logs'), 'x.log');
  const first = log.open();
  writeFileSync(first.descriptor, 'FATAL: no');
  first.close();
  assert.equal(first.written(), 'FATAL: no');
  const second = log.open();
  assert.equal(second.written(), '');
  writeFileSync(second.descriptor, Buffer.alloc(21 * 1024 * 1024));
  second.close();
  log.open().close();
  assert.deepEqual(readdirSync(join(folder, 'logs')).sort(), ['x.log', 'x.log.1']);
  rmSync(folder, { recursive: true });
});
