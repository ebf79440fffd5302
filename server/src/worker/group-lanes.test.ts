import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lane } from '../domain/lanes/lanes.ts';
import { groupLanes } from './group-lanes.ts';

const lanesOf = (accounts: number, lanes: number) =>
  Array.from({ length: accounts * lanes }, (_, index) => ({ accountId: String(Math.floor(index / lanes)), lane: index % lanes }));
const accountsIn = (group: readonly Lane[]) => new Set(group.map(({ accountId }) => accountId)).size;
const sizesOf = (groups: Lane[][]) => groups.map(({ length }) => length);

test('the lanes of one account are divided among all workers of the process', () => {
  assert.deepEqual(sizesOf(groupLanes(lanesOf(1, 8), { concurrency: 2, total: 2 })), [4, 4]);
  assert.deepEqual(sizesOf(groupLanes(lanesOf(1, 3), { concurrency: 2, total: 2 })), [2, 1]);
  assert.deepEqual(sizesOf(groupLanes(lanesOf(1, 8), { concurrency: 2, total: 8 })), Array(8).fill(1));
  assert.deepEqual(groupLanes([], { concurrency: 2, total: 2 }), []);
});

test('with a few accounts, each group has all lanes of one account', () => {
  const groups = groupLanes(lanesOf(3, 8), { concurrency: 2, total: 2 });
  assert.deepEqual(sizesOf(groups), [8, 8, 8]);
  assert.deepEqual(groups.map(accountsIn), [1, 1, 1]);
});

test('with many accounts, a group has lanes of several accounts, and every lane is in exactly one group', () => {
  const lanes = lanesOf(100, 3);
  const groups = groupLanes(lanes, { concurrency: 2, total: 2 });
  assert.ok(groups.length <= 5, `${groups.length} groups`);
  for (const group of groups) assert.ok(accountsIn(group) <= 24, `${accountsIn(group)} accounts`);
  assert.equal(groups.flat().length, lanes.length);
  assert.equal(new Set(groups.flat()).size, lanes.length);
});
