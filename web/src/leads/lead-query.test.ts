import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadQuery } from './lead-query.ts';

test('the sort order that is saved with a feed is the one that the list shows', () => {
  const feeds = [{ id: '7', sort: 'name' as const }];
  const sortOf = (query: string) => {
    const { sort, order, selectedSort } = leadQuery(new URLSearchParams(query), '2026-03-02', feeds);
    return [sort, order, selectedSort];
  };
  assert.deepEqual(sortOf('sort=name'), ['name', 'asc', 'name']);
  assert.deepEqual(sortOf('sort=visits'), ['visits', 'desc', '-visits']);
  assert.deepEqual(sortOf('sort=visits&order=asc'), ['visits', 'asc', 'visits']);
  assert.deepEqual(sortOf('sort=name&order=desc'), ['name', 'desc', '-name']);
  // Nothing to save: the list uses the feed's own order.
  assert.deepEqual(sortOf('feed=7'), ['name', 'asc', null]);
  assert.deepEqual(sortOf(''), ['last_visit', 'desc', null]);
});
