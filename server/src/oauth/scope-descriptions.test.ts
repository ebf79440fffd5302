import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopes } from '../domain/auth/scopes.ts';
import { operations } from '../v1/operations/index.ts';
import { scopeDescriptions } from './scope-descriptions.ts';

test('every scope has a description in every language', () => {
  for (const descriptions of Object.values(scopeDescriptions)) assert.deepEqual(Object.keys(descriptions).sort(), [...scopes].sort());
});

test('the description of a scope mentions credits if and only if an operation with this scope charges them', () => {
  const charging = new Set(operations.flatMap(({ scope, credits = 'None.' }) => (scope === null || credits === 'None.' ? [] : scope)));
  for (const descriptions of Object.values(scopeDescriptions)) {
    assert.deepEqual(new Set(scopes.filter((scope) => descriptions[scope]?.toLowerCase().includes('credits'))), charging);
  }
});
