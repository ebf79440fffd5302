import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemOf } from './identification.fixture.ts';
import type { AutonomousSystem } from './network-directory.ts';
import { scoreKind } from './score-kind.ts';

const kindOf = (organization: string, country = 'DE', shape: Partial<AutonomousSystem> = {}) =>
  scoreKind(systemOf(1, organization, country, shape)).kind;
const provider = { ipv4AddressCount: 4096, ipv4RangeCount: 8, ipv6RangeCount: 1 };

test('recognizes providers by name in many languages', () => {
  const names: [string, string][] = [
    ['Stadtnetz Breitband Telekommunikation GmbH', 'DE'],
    ['Provedor de Internet Fibra Ltda', 'BR'],
    ['PT Jaringan Nusantara', 'ID'],
    ['OOO Severnaya Svyaz', 'RU'],
    ['Vakka-Suomen Puhelin Oy', 'FI'],
    ['Yildiz Telekomunikasyon Hizmetleri A.S.', 'TR'],
    ['Rural Telephone Cooperative, Inc.', 'US'],
    ['Tarik Ertebatat PJSC', 'IR'],
    ['Skynet Broadband Pvt Ltd', 'IN'],
    ['Orange Polska Spolka Akcyjna', 'PL'],
    ['AvantWireless LLC', 'US'],
    ['iConnect', 'US'],
    ['Quik Net LLC', 'US'],
    ['CSNetworks GmbH', 'DE'],
    ['Xarxes de Comunicacions SL', 'ES'],
    ['Yildiz Elektronik Haberlesme Ltd', 'TR'],
    ['Farm to Market Broadband, LP', 'US'],
    ['Georgian Research and Educational Networking Association', 'GE'],
  ];
  for (const [name, country] of names) assert.equal(kindOf(name, country, provider), 'isp', name);
});

test('recognizes hosting providers, schools, public bodies and businesses by name', () => {
  const names: [string, string, string][] = [
    ['Schnellhost Webhosting GmbH', 'DE', 'hosting'],
    ['Example Cloud Servers LLC', 'US', 'hosting'],
    ['Universidad Nacional de Ejemplo', 'AR', 'education'],
    ['Politechnika Przykladowa', 'PL', 'education'],
    ['Springfield Public Schools', 'US', 'education'],
    ['Ministerstvo Zdravookhraneniya', 'RU', 'government'],
    ['City of Springfield', 'US', 'government'],
    ['Prefeitura Municipal de Exemplo', 'BR', 'government'],
    ['Przykladowy Bank Spoldzielczy', 'PL', 'business'],
    ['Krankenhaus Musterstadt gGmbH', 'DE', 'business'],
    ['Seguros Ejemplo S.A.', 'CO', 'business'],
    ['Ornek Hazir Giyim Sanayi ve Ticaret A.S.', 'TR', 'business'],
    ['Przykladowe Wodociagi Sp. z o.o.', 'PL', 'business'],
    ['Nemocnice Priklad', 'CZ', 'business'],
    ['Exemplo Alimentos S/A', 'BR', 'business'],
    ['Primerenergosbyt PJSC', 'RU', 'business'],
    ['Contraloria General de Ejemplo', 'CL', 'government'],
    ['Eksempel fylkeskommune', 'NO', 'government'],
    ['Badan Nasional Contoh', 'ID', 'government'],
  ];
  for (const [name, country, kind] of names) assert.equal(kindOf(name, country), kind, name);
});

test('without cues, structure and country decide; a network without a holder has no kind', () => {
  assert.equal(kindOf('Acme Widgets, Inc.', 'US'), 'business');
  assert.notEqual(kindOf('Silva & Souza Ltda', 'BR', provider), 'business');
  assert.notEqual(kindOf('Acme Widgets', 'US', { ...provider, ipv4AddressCount: 0 }), 'business');
  assert.equal(scoreKind(systemOf(1, null, 'US')).kind, null);
});

test('the network of a person is probably not used by an organization', () => {
  for (const name of ['Pushkarev Nikolai Aleksandrovich', 'Matthew Southgate', 'Marcin Barszcz trading as Conect']) {
    assert.ok(scoreKind(systemOf(1, name, 'GB')).ownUseProbability < 0.5, name);
  }
});

test('the probabilities of all kinds add up to one, and the reasons name the words that indicate a kind', () => {
  const score = scoreKind(systemOf(1, 'Muster Bank AG', 'DE'));
  const sum = Object.values(score.probabilities).reduce((total, probability) => total + probability, 0);
  assert.ok(Math.abs(sum - 1) < 1e-9);
  assert.ok(score.reasons.some((reason) => reason.includes('"bank" indicates business')));
});
