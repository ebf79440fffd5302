import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeAbandonedDrafts } from './remove-abandoned-drafts.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-drafts-'));
after(() => rmSync(folder, { recursive: true }));

test('temporary files of killed imports are deleted, those of running ones and imported files are not', () => {
  const ended = 2 ** 31 - 1;
  const kept = ['customers.csv.blocks', `draft.${process.pid}.tmp`, `registry.${process.pid}.tmp`];
  for (const file of [...kept, `draft.${ended}.tmp`, `draft.${ended}.tmp.0`, `registry.${ended}.tmp`])
    writeFileSync(join(folder, file), '');
  removeAbandonedDrafts(folder);
  assert.deepEqual(readdirSync(folder).sort(), kept);
});
