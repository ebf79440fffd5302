import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopes } from '../domain/auth/scopes.ts';
import { operations } from '../v1/operations/index.ts';
import { browserLanguage } from './browser-language.ts';
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

test('the pages are in the available language that the browser prefers, or in English', () => {
  assert.equal(browserLanguage('de-AT,de;q=0.9,en;q=0.8'), 'de');
  assert.equal(browserLanguage('fr, en;q=0.5, de;q=0.7'), 'de');
  assert.equal(browserLanguage('fr'), 'en');
  assert.equal(browserLanguage('fr, de;q=0'), 'en');
  assert.equal(browserLanguage(undefined), 'en');
});
