import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { test } from 'node:test';
import { firstOf } from '../lib/first-of.ts';
import { required } from '../lib/required.ts';

const domain = import.meta.dirname;

/** Maps each subject (domain folder) to the subjects it imports, with one example each. Includes type imports. */
function importedSubjects(): Map<string, Map<string, string>> {
  const imported = new Map<string, Map<string, string>>();
  for (const file of globSync('*/**/*.ts', { cwd: domain, exclude: ['**/*.test.ts'] })) {
    const subject = firstOf(file.split(sep));
    const found = imported.get(subject) ?? new Map<string, string>();
    imported.set(subject, found);
    for (const [, specifier] of readFileSync(join(domain, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const parts = normalize(join(dirname(file), required(specifier))).split(sep);
      const other = firstOf(parts);
      if (parts.length > 1 && other !== '..' && other !== subject) found.set(other, `${file} imports ${parts.join('/')}`);
    }
  }
  return imported;
}

test('no two subjects of the domain import each other', () => {
  const imported = importedSubjects();
  assert.ok(imported.size > 30, `only ${imported.size} subjects were found`);
  const pairs = [...imported].flatMap(([subject, others]) =>
    [...others].flatMap(([other, example]) => {
      const back = imported.get(other)?.get(subject);
      return back !== undefined && subject < other ? [`${example}, ${back}`] : [];
    }),
  );
  assert.deepEqual(pairs, [], 'move what both subjects need into a third one');
});
