import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

test('types are checked in every file', () => {
  const checked = new Set(['.', 'web'].flatMap(filesOfProject));
  const files = globSync('{server,web,tracker,tests,bench,scripts}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  }).map((file) => join(root, file));
  assert.ok(files.length > 1000);
  assert.deepEqual(
    files.filter((file) => !checked.has(file)),
    [],
  );
});

function filesOfProject(project: string): string[] {
  const tsc = join(root, 'node_modules/.bin/tsc');
  return execFileSync(tsc, ['--listFilesOnly', '-p', project], { cwd: root, encoding: 'utf8', maxBuffer: 1e7 }).trim().split('\n');
}
