import assert from 'node:assert/strict';
import { test } from 'node:test';
import { haveDifferentLegalForms } from './different-legal-forms.ts';

const different: [string, string][] = [
  ['Müller GmbH', 'MUELLER AKTIENGESELLSCHAFT'],
  ['Müller GmbH & Co. KG', 'Müller GmbH'],
  ['Acme, Inc.', 'Acme LLC'],
  ['Acme Ltd.', 'Acme PLC'],
  ['Acme S.p.A.', 'Acme S.r.l.'],
  ['Acme A/S', 'Acme ApS'],
  ['ООО Ромашка', 'АО «Ромашка»'],
];
for (const [one, other] of different)
  test(`${one} and ${other} are different`, () => {
    assert.ok(haveDifferentLegalForms(one, [other]) && haveDifferentLegalForms(other, [one]));
  });

const compatible: [string, string][] = [
  ['Müller GmbH', 'Müller'],
  ['Müller', 'Müller AG'],
  ['Müller GmbH', 'Müller Gesellschaft mit beschränkter Haftung'],
  ['Acme Inc.', 'The Acme Corporation'],
  ['Acme Private Limited', 'ACME PVT LTD'],
  ['Acme sp. z o.o.', 'Acme Spółka z ograniczoną odpowiedzialnością'],
  // Names of a group in several countries.
  ['Acme Inc.', 'Acme GmbH'],
  ['GmbH', 'AG'],
];
for (const [one, other] of compatible)
  test(`${one} and ${other} may be one company`, () => {
    assert.ok(!haveDifferentLegalForms(one, [other]) && !haveDifferentLegalForms(other, [one]));
  });

test('a company with a name of the same form may be the same', () => {
  assert.ok(!haveDifferentLegalForms('Müller GmbH', ['Müller AG', 'Müller GmbH']));
});
