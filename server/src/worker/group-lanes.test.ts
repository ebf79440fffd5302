import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupLanes } from './group-lanes.ts';

const lanesOf = (accounts: number, lanes: number) =>
  Array.from({ length: accounts * lanes }, (_, index) => ({ accountId: String(Math.floor(index / lanes)), lane: index % lanes }));

test('with few accounts, each lane is a separate group', () => {
  assert.deepEqual(
    groupLanes(lanesOf(3, 8), 2),
    lanesOf(3, 8).map((lane) => [lane]),
  );
});

test('with many accounts, a group has lanes of different accounts, and every lane is in exactly one group', () => {
  const lanes = lanesOf(100, 3);
  const groups = groupLanes(lanes, 2);
  assert.ok(groups.length <= 15, `${groups.length} groups`);
  for (const group of groups) assert.equal(new Set(group.map(({ accountId }) => accountId)).size, group.length);
  assert.equal(groups.flat().length, lanes.length);
  assert.equal(new Set(groups.flat()).size, lanes.length);
});
