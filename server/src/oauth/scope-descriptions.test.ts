import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopes } from '../domain/auth/scopes.ts';
import { scopeDescriptions } from './scope-descriptions.ts';

test('every scope has a description', () => {
  assert.deepEqual(Object.keys(scopeDescriptions).sort(), [...scopes].sort());
});
