import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayName, domainInName, nameKey } from './organization-name.ts';

test('removes legal forms of many countries, and explanations after the name', () => {
  const names: Record<string, string> = {
    'Audi AG': 'Audi',
    'Charles Schwab & Co., Inc.': 'Charles Schwab',
    'ViaSat,Inc.': 'ViaSat',
    'Si2 Datakonsult HB': 'Si2 Datakonsult',
    'Blue-Dot S.C.': 'Blue-Dot',
    'City of Greenville, SC': 'City of Greenville, SC',
    'Sodetel S.A.L.': 'Sodetel',
    'Sinnad W.L.L': 'Sinnad',
    'Celsia Colombia S.A. E.S.P.': 'Celsia Colombia',
    'Bamboozle Web Services FZ-LLC': 'Bamboozle Web Services',
    'T-Band Spolka z o.o.': 'T-Band',
    'Zenvoo Sagl': 'Zenvoo',
    'DAL Deutsche Afrika-Linien GmbH & Co.KG': 'DAL Deutsche Afrika-Linien',
    'Tramwaje Warszawskie sp. z o.o.': 'Tramwaje Warszawskie',
    'Koninklijke Philips N.V.': 'Koninklijke Philips',
    'PT. Bank Central Asia Tbk': 'Bank Central Asia',
    'LLC "Lion-Trade"': 'Lion-Trade',
    'Zavarovalnica Triglav d.d.': 'Zavarovalnica Triglav',
    'BASS d.o.o., Celje': 'BASS',
    'Metro Systems Corporation Public Company Limited': 'Metro Systems',
    'Computacenter Management GmbH trading as Computacenter AG & Co.oHG': 'Computacenter',
    'United States Department of Defense (DoD)': 'United States Department of Defense',
  };
  for (const [registered, shown] of Object.entries(names)) assert.equal(displayName(registered), shown);
});

test('keeps capitals in abbreviations and writes other words in title case', () => {
  const names: Record<string, string> = {
    'NISSAN MOTOR CO.,LTD.': 'Nissan Motor',
    'DNB BANK ASA': 'DNB Bank',
    'THE HOUSE OF COMMONS': 'House of Commons',
    'CHILDRENS HOSPITAL OF ORANGE COUNTY': 'Childrens Hospital of Orange County',
    'ENI S.p.A.': 'ENI',
    ACLI: 'ACLI',
    HUMANA: 'Humana',
    'university of dhaka': 'University of Dhaka',
    'LEGO System A/S': 'LEGO System',
  };
  for (const [registered, shown] of Object.entries(names)) assert.equal(displayName(registered), shown);
});

test('a dash separates an abbreviation or is part of the name', () => {
  assert.equal(displayName('FRMCO - FMR LLC'), 'FMR');
  assert.equal(displayName('PETROLEO BRASILEIRO S.A. - PETROBRAS'), 'Petroleo Brasileiro');
  assert.equal(displayName('A.P. MOLLER - MAERSK A/S'), 'A.P. Moller - Maersk');
});

test('normalizes names that registries capitalize, truncate or prefix', () => {
  const names: Record<string, string> = {
    "ST. LUKE'S MEDICAL CENTER, INC.": "St. Luke's Medical Center",
    "O'NEILL & SONS LTD": "O'Neill & Sons",
    "TRADER JOE'S COMPANY": "Trader Joe's Company",
    'DODGE & COX': 'Dodge & Cox',
    'VIET NAM INSURANCE': 'Viet Nam Insurance',
    'CITY OF ST. CLOUD': 'City of St. Cloud',
    'Cloudmore-AS Cloudmore AB': 'Cloudmore',
    'EGEA-AS-01 EGEA ENTE GESTIONE ENERGIA AMBIENTE SPA': 'Egea Ente Gestione Energia Ambiente',
    'Broome - Tioga BOCES': 'Broome - Tioga BOCES',
    'CERN - European Organization for Nuclear Research': 'European Organization for Nuclear Research',
    'Federal State Unitary Enterprise State Scientific-research Institute of':
      'Federal State Unitary Enterprise State Scientific-research Institute',
    'Earth Telecommunication ( pvt ) Limited': 'Earth Telecommunication',
    "CJSC 'Kiy Avia'": 'Kiy Avia',
    "Boys' Latin School": "Boys' Latin School",
    'ING BANK N.V.': 'ING Bank',
    "EDISON - SOCIETA' PER AZIONI": 'Edison',
    'EXAMPLE WIDGETS LLC': 'Example Widgets',
  };
  for (const [registered, shown] of Object.entries(names)) assert.equal(displayName(registered), shown);
});

test('a name never becomes empty', () => {
  for (const name of ['SA', 'The', 'Co. Ltd.', 'A']) assert.notEqual(displayName(name), '');
});

test('spellings of one name have the same key, different names do not', () => {
  assert.equal(nameKey('The Hewlett-Packard Company'), nameKey('HEWLETT PACKARD'));
  assert.equal(nameKey('Société Générale S.A.'), nameKey('Societe Generale SA'));
  assert.notEqual(nameKey('Siemens Energy AG'), nameKey('Siemens AG'));
});

test('extracts a domain only if the name contains one', () => {
  assert.equal(domainInName('Booking.com BV'), 'booking.com');
  assert.equal(domainInName('S.p.A. Italia'), null);
  assert.equal(domainInName('Acme Inc.'), null);
});
