import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { jsonRows } from './json-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-json-rows-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function namesIn(content: string): Promise<unknown[]> {
  const path = join(folder, 'data.json');
  writeFileSync(path, content);
  const { batches } = await jsonRows(path, 'data.json');
  const names: unknown[] = [];
  for await (const batch of batches()) for (const { row } of batch) names.push(row('name'));
  return names;
}

test('one object per line, an array and a single object are read, with or without a byte order mark', async () => {
  for (const bom of ['', '\uFEFF']) {
    assert.deepEqual(await namesIn(`${bom}{"name":"A"}\r\n\r\n{"name":"B"}\n`), ['A', 'B']);
    assert.deepEqual(await namesIn(`${bom}[{"name":"A"},\n{"name":"B"}]`), ['A', 'B']);
    assert.deepEqual(await namesIn(`${bom}{\n"name":"A"}`), ['A']);
  }
});

test('a truncated file is rejected, with the line number if it has one object per line', async () => {
  await assert.rejects(namesIn('{"name":"A"}\n{"name":'), /data\.json is damaged or truncated: line 2/);
  await assert.rejects(namesIn('[{"name":"A"},'), /data\.json is not JSON, or truncated/);
});
