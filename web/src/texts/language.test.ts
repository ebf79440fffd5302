import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { catalogues } from './catalogues.ts';
import { currentLanguage, loadSettingsTexts, loadTexts } from './language.ts';

const { first } = catalogues.de;
after(async () => {
  catalogues.de.first = first;
  await loadTexts('en');
});

test('a language whose texts cannot be loaded is not selected, even when the texts of the settings are loaded later', async () => {
  await loadTexts('en');
  catalogues.de.first = () => Promise.reject(new Error('Failed to fetch'));
  await assert.rejects(loadTexts('de'), /Failed to fetch/);
  await loadSettingsTexts();
  assert.equal(currentLanguage(), 'en');
  catalogues.de.first = first;
  await loadTexts('de');
  assert.equal(currentLanguage(), 'de');
});
