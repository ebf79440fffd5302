import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partLanes } from './part-lanes.ts';

const lanesOf = (accounts: number, lanes: number) =>
  Array.from({ length: accounts * lanes }, (_, at) => ({ accountId: String(Math.floor(at / lanes)), lane: at % lanes }));

test('each lane of a few accounts is a part of its own', () => {
  assert.deepEqual(
    partLanes(lanesOf(3, 8), 2),
    lanesOf(3, 8).map((lane) => [lane]),
  );
});

test('with many accounts, a part has lanes of different accounts, and every lane is in one part', () => {
  const lanes = lanesOf(100, 3);
  const parts = partLanes(lanes, 2);
  assert.ok(parts.length <= 15, `${parts.length} parts`);
  for (const part of parts) assert.equal(new Set(part.map(({ accountId }) => accountId)).size, part.length);
  assert.equal(new Set(parts.flat()).size, lanes.length);
});
