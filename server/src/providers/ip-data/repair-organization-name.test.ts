import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repairOrganizationName } from './repair-organization-name.ts';

test('a name that does not identify an organization becomes null', () => {
  const faulty = [
    'RIPE Network Coordination Centre',
    'AS219543',
    '-Reserved AS-',
    'ORG-TTL36-RIPE',
    '47-2339071',
    'No. 207 Hualin Road, Fuzhou, Fujian, China',
    '3 Fuxing Road, Beijing, China',
    'Level 10, 9 Hunter Street',
    'descr: No. 14, 256 Bach Dang, Chuong Duong, Hoan Kiem, Hanoi',
    '',
  ];
  for (const name of faulty) assert.equal(repairOrganizationName(name), null, name);
});

test('handles, labels, repetitions and street addresses around a name are removed', () => {
  assert.equal(repairOrganizationName('AS73981 - NORTHERN ENGRAVING CORPORATION'), 'NORTHERN ENGRAVING CORPORATION');
  assert.equal(repairOrganizationName('AEC-GOV-AU-AS-AP - AUSTRALIAN ELECTORAL COMMISSION'), 'AUSTRALIAN ELECTORAL COMMISSION');
  assert.equal(repairOrganizationName('Ministère du Numérique - Ministère du Numérique'), 'Ministère du Numérique');
  assert.equal(repairOrganizationName('Name: HINDUJA GLOBAL SOLUTIONS LIMITED'), 'HINDUJA GLOBAL SOLUTIONS LIMITED');
  assert.equal(repairOrganizationName('BALLARAT &amp; CLARENDON COLLEGE'), 'BALLARAT & CLARENDON COLLEGE');
  assert.equal(repairOrganizationName('Flex Ltd. 898 Xinling Road, Pudong New Area,'), 'Flex Ltd.');
});

test('a truncated name loses its partial word and open bracket', () => {
  const cut = 'University of Missouri - dba the Missouri Research and Education Network (MOREn';
  assert.equal(cut.length, 79);
  assert.equal(repairOrganizationName(cut), 'University of Missouri - dba the Missouri Research and Education Network');
});

test('ordinary names are unchanged', () => {
  for (const name of [
    '1&1 Versatel GmbH',
    '3M Company',
    '1515 ROUNDTABLE DR PROPERTY, LLC',
    'CERN - European Organization for Nuclear Research',
    '3 Rivers Telephone Cooperative, Inc.',
    'Road Scholar Inc.',
  ]) {
    assert.equal(repairOrganizationName(name), name);
  }
});
