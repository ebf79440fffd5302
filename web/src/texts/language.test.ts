import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { catalogs } from './catalogs.ts';
import { currentLanguage, loadSettingsTexts, loadTexts } from './language.ts';

const { first } = catalogs.de;
after(async () => {
  catalogs.de.first = first;
  await loadTexts('en');
});

test('a language whose texts cannot be loaded is not selected, even when the texts of the settings are loaded later', async () => {
  await loadTexts('en');
  catalogs.de.first = () => Promise.reject(new Error('Failed to fetch'));
  await assert.rejects(loadTexts('de'), /Failed to fetch/);
  await loadSettingsTexts();
  assert.equal(currentLanguage(), 'en');
  catalogs.de.first = first;
  await loadTexts('de');
  assert.equal(currentLanguage(), 'de');
});
