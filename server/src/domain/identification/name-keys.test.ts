import assert from 'node:assert/strict';
import { test } from 'node:test';
import { branchKeys, nameKeys } from './name-keys.ts';

const pairs: [string, string][] = [
  ['PAYCHEX, INC.', 'Paychex'],
  ['The Coca-Cola Company', 'Coca Cola'],
  ['Procter & Gamble Co.', 'Procter and Gamble'],
  ['Müller Service GmbH', 'Mueller Service'],
  ['Müller Service GmbH', 'MULLER SERVICE'],
  ['Müller & Söhne KG', 'Müller und Söhne'],
  ['ООО "Яндекс"', 'Yandex LLC'],
  ['Société Générale S.A.', 'Societe Generale'],
  ['Ørsted A/S', 'Orsted'],
  ['Ørsted A/S', 'Oersted'],
  ['Żabka Polska sp. z o.o.', 'Zabka Polska'],
  ['AT&T Inc.', 'AT & T'],
  ['Abila (Avectra), Inc.', 'Abila'],
  ['Arcelor S.à r.l.', 'ARCELOR SARL'],
  ['ESET, spol. s r.o.', 'Eset'],
  ['Klinikum Süd gGmbH', 'KLINIKUM SUED'],
  ['Bäckerei Groß e.K.', 'Baeckerei Gross'],
  ['Bäckerei Groß e. K.', 'BACKEREI GROSS'],
  ['Umicore N.V./S.A.', 'Umicore SA/NV'],
  ['Fynske Medier P/S', 'Fynske Medier'],
  ['Bursa Malaysia Berhad', 'Bursa Malaysia'],
  ['Göteborgs Åkeri HB', 'Goeteborgs Akeri Handelsbolag'],
  ['Blue-Dot s.c.', 'BLUE-DOT SPÓŁKA CYWILNA'],
  ['Źródło Spółka z ograniczoną odpowiedzialnością Spółka komandytowa', 'ZRODLO SP. Z O.O. SP. K.'],
  ['Dell’Acqua S.p.A.', 'DELL’ACQUA SOCIETÀ PER AZIONI'],
  ["EDISON - SOCIETA' PER AZIONI", 'Edison S.p.A.'],
  ['ACME - Limited Liability Company', 'Acme LLC'],
  ['De Boer Besloten Vennootschap met beperkte aansprakelijkheid', 'De Boer B.V.'],
  ['Ionescu Societate cu Răspundere Limitată', 'IONESCU SRL'],
  ['ТОВАРИСТВО З ОБМЕЖЕНОЮ ВІДПОВІДАЛЬНІСТЮ "РОМАШКА"', 'ТОВ Ромашка'],
  ['ПРИВАТНЕ АКЦІОНЕРНЕ ТОВАРИСТВО "РОМАШКА"', 'Romashka'],
  ['Dvořák a Řezník s.r.o.', 'Dvorak & Reznik společnost s ručením omezeným'],
  ['Győr és Őrség Kft.', 'GYOR & ORSEG KORLÁTOLT FELELŐSSÉGŰ TÁRSASÁG'],
  ['Çelik ve Güneş A.Ş.', 'Celik & Gunes Anonim Sirketi'],
  ['Акционерное общество "Северсталь"', 'AO Severstal'],
  ['Αθηναϊκή και Κρητική Α.Ε.', 'Athinaiki & Kritiki Anonymi Etaireia'],
  ['ViaSat,Inc.', 'Viasat'],
];

for (const [one, other] of pairs)
  test(`${one} and ${other} share a key`, () => {
    assert.ok(
      nameKeys(one).some((key) => nameKeys(other).includes(key)),
      `${nameKeys(one)} | ${nameKeys(other)}`,
    );
  });

test('different names share no key, and a string without letters has none', () => {
  assert.deepEqual(
    nameKeys('Target').filter((key) => nameKeys('Target Field').includes(key)),
    [],
  );
  assert.deepEqual(nameKeys('…'), []);
  assert.deepEqual(nameKeys(''), []);
});

test('the keys of a branch are those of its name without the country or region', () => {
  assert.deepEqual(branchKeys('Bayer (South East Asia) Pte Ltd'), ['bayer']);
  assert.deepEqual(branchKeys('Siemens Polska'), ['siemens']);
  assert.deepEqual(branchKeys('Siemens'), []);
  assert.deepEqual(branchKeys('Poland'), []);
});
