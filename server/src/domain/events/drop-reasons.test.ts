import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { dropReasons } from './drop-reasons.ts';

test('docs/operating.md lists every reason to drop an event', () => {
  const page = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  for (const reason of Object.keys(dropReasons)) assert.ok(page.includes(`\`${reason}\``), `${reason} is missing`);
});
