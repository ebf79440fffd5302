import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { collectGarbage } from '../../../lib/collect-garbage.ts';
import { compileRegistry } from './compile-registry.ts';
import { parsePart } from './parse-part.ts';

/** A part of a megabyte, with one object whose words occur in no other part. */
function part(index: number): Buffer {
  const word = `musterunternehmung${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`;
  const organization = `organisation:   ORG-${index}\norg-name:       ${word} ${word} gmbh\ncountry:        DE\nsource:         RIPE\n\n`;
  const object = `inetnum:        192.0.2.0 - 192.0.2.7\nnetname:        ${word}\ndescr:          ${word} gmbh\nstatus:         ASSIGNED PA\nsource:         RIPE\n\n`;
  return Buffer.from(`${`# ${'-'.repeat(70)}\n`.repeat(14_000)}\n${organization}${object}`);
}

/** Returns by how many bytes the memory in use has grown since the call. */
function startMeasuring(): () => number {
  const measure = () => {
    // The second time frees the memory of buffers that the first one found.
    collectGarbage();
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = measure();
  return () => measure() - before;
}

test('parsed parts are not kept in memory', () => {
  const parse = (first: number, count: number) => {
    for (let index = first; index < first + count; index++) assert.equal(parsePart(part(index)).batch.objects, 2);
  };
  parse(0, 5);
  const growth = startMeasuring();
  parse(5, 40);
  assert.ok(growth() < 10_000_000, `${growth()} bytes are still in use after 40 parts`);
});

test('the organizations of many small files do not keep the text of the files in memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-parts-'));
  after(() => rmSync(folder, { recursive: true }));
  const files = Array.from({ length: 40 }, (_, index) => ({ path: join(folder, `${index}.db`), name: `${index}.db` }));
  for (const [index, { path }] of files.entries()) writeFileSync(path, part(index));
  let growth: (() => number) | undefined;
  let grown = 0;
  const onProgress = (objects: number) => {
    if (objects === 10) growth = startMeasuring();
    if (objects === 80) grown = growth?.() ?? Number.NaN;
  };
  await compileRegistry(files, join(folder, 'table'), { onProgress });
  assert.ok(grown < 10_000_000, `${grown} bytes are still in use after 40 files`);
});
