import assert from 'node:assert/strict';
import { test } from 'node:test';
import { peekColumns } from './peek-columns.ts';

test('only the first records are kept in memory, even if none of them can be read', async () => {
  let lines = 0;
  async function* unreadable() {
    while (lines < 20_000) yield { line: ++lines, fault: 'it has 2 fields, but the header has 3' };
  }
  const { columns, records } = await peekColumns(unreadable());
  assert.deepEqual([columns, lines], [[], 10_000]);
  let last = 0;
  for await (const { line } of records) last = line;
  assert.equal(last, 20_000);
});
