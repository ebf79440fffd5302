import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inNamespaces } from '../../../tests/kit/namespaces.ts';
import { createDraft } from './draft-file.ts';
import { required } from './required.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-drafts-'));
after(() => rmSync(folder, { recursive: true }));

test('drafts of killed processes are deleted; those of running processes are kept, even in other containers', async () => {
  const script = `
    import { writeFileSync } from 'node:fs';
    const { createDraft } = await import(process.argv[1]);
    const draft = createDraft(process.argv[2]);
    for (const path of [draft.path, draft.path + '.0']) writeFileSync(path, '');
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const args = ['--input-type=module', '-e', script, join(import.meta.dirname, 'draft-file.ts'), join(folder, 'imported')];
  // A separate pid namespace simulates another container: here, the pid of the process belongs to no process, or to a different one.
  const [command, ...rest] = [...inNamespaces({ network: false }), process.execPath, ...args];
  const other = spawn(required(command), rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  after(() => other.kill('SIGKILL'));
  await once(other.stdout, 'data');
  writeFileSync(join(folder, 'customers.csv.blocks'), '');

  const draft = createDraft(join(folder, 'imported'));
  assert.equal(readdirSync(folder).length, 5, 'two drafts with their locks, one with another file, and an imported file');
  writeFileSync(draft.path, '');
  renameSync(draft.path, join(folder, 'imported'));
  draft.release();

  other.kill('SIGKILL');
  await once(other, 'close');
  createDraft(join(folder, 'imported')).release();
  assert.deepEqual(readdirSync(folder).sort(), ['customers.csv.blocks', 'imported']);
});
