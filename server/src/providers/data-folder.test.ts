import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bytesRegExpOf, subjectOf } from '../domain/privacy/subject.ts';
import { required } from '../lib/required.ts';
import { filesThatMention, redactLogs } from './data-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-data-folder-'));
after(() => rmSync(folder, { recursive: true }));

test('an e-mail address with non-ASCII characters is found in files, and redacted in logs', () => {
  const pattern = required(bytesRegExpOf(subjectOf({ email: 'jörg@müller.example' })));
  mkdirSync(join(folder, 'logs'));
  mkdirSync(join(folder, 'notes'));
  writeFileSync(join(folder, 'logs/postgres.log'), 'Größe: Jörg@müller.example!');
  writeFileSync(join(folder, 'notes/other.txt'), 'jürg@müller.example');
  assert.deepEqual(filesThatMention(folder, pattern), ['logs/postgres.log']);
  redactLogs(folder, pattern);
  assert.equal(readFileSync(join(folder, 'logs/postgres.log'), 'utf8'), `Größe: ${'*'.repeat(21)}!`);
});

test('caches and the folder lost+found of a file system are not read', () => {
  for (const name of ['lost+found', '.cache', 'exports']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'file'), 'jane@example.com');
  }
  assert.deepEqual(filesThatMention(folder, /jane@/), ['exports/file']);
});
