import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { test } from 'node:test';
import { firstOf } from '../lib/first-of.ts';
import { required } from '../lib/required.ts';

const domain = import.meta.dirname;

/** Maps each folder of the domain to the folders it imports from, with one example each. Includes type imports. */
function importedFolders(): Map<string, Map<string, string>> {
  const imported = new Map<string, Map<string, string>>();
  for (const file of globSync('*/**/*.ts', { cwd: domain, exclude: ['**/*.test.ts'] })) {
    const folder = firstOf(file.split(sep));
    const found = imported.get(folder) ?? new Map<string, string>();
    imported.set(folder, found);
    for (const [, specifier] of readFileSync(join(domain, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const parts = normalize(join(dirname(file), required(specifier))).split(sep);
      const other = firstOf(parts);
      if (parts.length > 1 && other !== '..' && other !== folder) found.set(other, `${file} imports ${parts.join('/')}`);
    }
  }
  return imported;
}

test('no two folders of the domain import from each other', () => {
  const imported = importedFolders();
  assert.ok(imported.size > 30, `only ${imported.size} folders were found`);
  const pairs = [...imported].flatMap(([folder, others]) =>
    [...others].flatMap(([other, example]) => {
      const back = imported.get(other)?.get(folder);
      return back !== undefined && folder < other ? [`${example}, ${back}`] : [];
    }),
  );
  assert.deepEqual(pairs, [], 'move what both folders need into a third one');
});
