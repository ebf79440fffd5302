import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Filter } from '../api/responses.ts';
import { filtersOf, groupsOf, readGroups, writeGroups } from './filter-groups.ts';

const is = (field: string, ...values: string[]): Filter => ({ field, operator: 'is', values, excluded: false });

test('groups are restored from their URL parameter, and incomplete conditions are left out', () => {
  const groups = [[is('city', 'Köln')], [is('source', 'google'), is('campaign', 'spring')]];
  assert.deepEqual(readGroups(writeGroups(groups)), groups);
  assert.deepEqual(groupsOf(filtersOf([...groups, [is('medium')], []])), groups);
  assert.deepEqual(filtersOf([[is('city', 'Köln'), is('region')]]), { all: [is('city', 'Köln')] });
  assert.equal(writeGroups([[is('city')]]), null);
});

test('a missing or malformed URL parameter contains no groups', () => {
  for (const text of [null, '', '{', '[]']) assert.deepEqual(readGroups(text), [], String(text));
});
