import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadQuery } from './lead-query.ts';

test('a selected sort order is returned in the format that feeds store; otherwise the list is sorted as saved with the feed', () => {
  const feeds = [{ id: '7', sort: 'name' as const }];
  const sortOf = (query: string) => {
    const { sort, order, selectedSort } = leadQuery(new URLSearchParams(query), '2026-03-02', feeds);
    return [sort, order, selectedSort];
  };
  assert.deepEqual(sortOf('sort=name'), ['name', 'asc', 'name']);
  assert.deepEqual(sortOf('sort=visits'), ['visits', 'desc', '-visits']);
  assert.deepEqual(sortOf('sort=visits&order=asc'), ['visits', 'asc', 'visits']);
  assert.deepEqual(sortOf('sort=name&order=desc'), ['name', 'desc', '-name']);
  // There is nothing to save, because the list uses the order of the feed.
  assert.deepEqual(sortOf('feed=7'), ['name', 'asc', null]);
  assert.deepEqual(sortOf(''), ['last_visit', 'desc', null]);
});

test('a feed saved from another one, or edited, keeps its order unless the user selected one', () => {
  const feeds = [{ id: '7', sort: '-visits' as const }];
  const savedSort = (query: string) => {
    const { sort, order, sortToSave } = leadQuery(new URLSearchParams(query), '2026-03-02', feeds);
    return [sort, order, sortToSave];
  };
  assert.deepEqual(savedSort('feed=7'), ['visits', 'desc', '-visits']);
  assert.deepEqual(savedSort('editing=7&build=1'), ['visits', 'desc', '-visits']);
  assert.deepEqual(savedSort('editing=7&sort=name'), ['name', 'asc', 'name']);
  assert.deepEqual(savedSort('build=1'), ['last_visit', 'desc', null]);
});
