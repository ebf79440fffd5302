import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeSlug, slugOf } from './slug.ts';

test('a slug transliterates accented Latin letters, omits other characters, and gets the lowest free number if it is taken', () => {
  const slugs = {
    Größe: 'groesse',
    GRÖSSE: 'groesse',
    ['Größe'.normalize('NFD')]: 'groesse',
    'Contract value': 'contract_value',
    'Übergabe (Ärzte)': 'uebergabe_aerzte',
    'Crème brûlée': 'creme_brulee',
    'Smørrebrød & Ål': 'smoerrebroed_aal',
    Łódź: 'lodz',
    Þingvellir: 'thingvellir',
    'ﬁnal №': 'final_no',
    Бюджет: 'field',
    '!!!': 'field',
  };
  for (const [name, slug] of Object.entries(slugs)) assert.equal(slugOf(name), slug, name);
  assert.equal(freeSlug('groesse', new Set(['groesse', 'groesse_2'])), 'groesse_3');
});
