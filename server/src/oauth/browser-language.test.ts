import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserLanguage } from './browser-language.ts';

test('the pages are in the available language that the browser prefers, or in English', () => {
  assert.equal(browserLanguage('de-AT,de;q=0.9,en;q=0.8'), 'de');
  assert.equal(browserLanguage('fr, en;q=0.5, de;q=0.7'), 'de');
  assert.equal(browserLanguage('fr'), 'en');
  assert.equal(browserLanguage('fr, de;q=0'), 'en');
  assert.equal(browserLanguage(undefined), 'en');
});
