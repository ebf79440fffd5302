import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectGarbage } from '../../../lib/collect-garbage.ts';
import { parsePart } from './parse-part.ts';

/** A part of a megabyte, with one object whose words occur in no other part. */
function part(index: number): Buffer {
  const word = `musterunternehmung${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`;
  const object = `inetnum:        192.0.2.0 - 192.0.2.7\nnetname:        ${word}\ndescr:          ${word} gmbh\nstatus:         ASSIGNED PA\nsource:         RIPE\n\n`;
  return Buffer.from(`${`# ${'-'.repeat(70)}\n`.repeat(14_000)}\n${object}`);
}

test('parsed parts are not kept in memory', async () => {
  const parse = (first: number, count: number) => {
    for (let index = first; index < first + count; index++) assert.equal(parsePart(part(index)).batch.objects, 1);
  };
  parse(0, 5);
  const measure = () => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = measure();
  parse(5, 40);
  assert.ok(measure() - before < 10_000_000, `${measure() - before} bytes are still in use after 40 parts`);
});
