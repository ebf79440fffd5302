import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const maxLines = 200;

test(`no component file has more than ${maxLines} lines`, () => {
  const files = globSync('**/*.tsx', { cwd: import.meta.dirname });
  assert.ok(files.length > 150);
  const lengths = files.map((path) => ({ path, lines: readFileSync(join(import.meta.dirname, path), 'utf8').split('\n').length - 1 }));
  assert.deepEqual(
    lengths.filter(({ lines }) => lines > maxLines),
    [],
  );
});
