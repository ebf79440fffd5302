import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { catalogs } from './catalogs.ts';
import { currentLanguage, loadTexts, loadTextsOf } from './language.ts';
import { t } from './t.ts';

const { first } = catalogs.de;
after(async () => {
  catalogs.de.first = first;
  await loadTexts('en');
});

test('a language whose texts cannot be loaded is not selected, even when the texts of the settings are loaded later', async () => {
  await loadTexts('en');
  catalogs.de.first = () => Promise.reject(new Error('Failed to fetch'));
  await assert.rejects(loadTexts('de'), /Failed to fetch/);
  await loadTextsOf('settings');
  assert.equal(currentLanguage(), 'en');
  catalogs.de.first = first;
  await loadTexts('de');
  assert.equal(currentLanguage(), 'de');
});

test('texts of several pages that are requested at the same time are all loaded, also in another language', async () => {
  await Promise.all([loadTextsOf('settings'), loadTextsOf('dashboard')]);
  assert.deepEqual([t('live.visit'), t('accountSettings.language')], ['Besuch', 'Sprache']);
  await loadTexts('en');
  assert.deepEqual([t('live.visit'), t('accountSettings.language')], ['Visit', 'Language']);
});
