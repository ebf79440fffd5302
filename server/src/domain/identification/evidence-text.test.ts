import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyReference } from './company-reference.ts';
import { evidenceText, readEvidenceText, withGuests, withReasons } from './evidence-text.ts';
import { netblockEvidence } from './sources/netblock.ts';

const read = (text: string) => readEvidenceText(text)?.map(({ code, values }) => [code, ...Object.values(values)]) ?? null;

test('stored evidence is parsed into codes and values', () => {
  assert.deepEqual(read('AS64500 was classified as a network of Acme AG by review'), [['reviewed_company', 64500, 'Acme AG']]);
  assert.deepEqual(read('AS64500 is listed as a public body'), [['listed', 64500, 'government']]);
  assert.deepEqual(read("AS64500 is classified as an individual's network by its score"), [['scored_person', 64500, 'person']]);
  assert.deepEqual(read('the same visitor came from Team 3 Days AG 12 days before or after'), [['workplace_days', 'Team 3 Days AG', 12]]);
  assert.deepEqual(read('the same visitor came from Acme a day before or after'), [['workplace_next_day', 'Acme']]);
  assert.deepEqual(read('a correction in this account assigns the domain to Acme'), [['rule_company', 'domain', 'Acme']]);
  assert.deepEqual(read('Atlas assigns the address to Acme'), [['database_company', 'Atlas', 'Acme']]);
  assert.deepEqual(read('Atlas lists the address as isp'), [['database_kind', 'Atlas', 'isp']]);
  assert.deepEqual(read('3 visitors at this address left an e-mail address of acme.example'), [['learned', 3, 'acme.example']]);
});

test('evidence stored by earlier versions is still parsed', () => {
  assert.deepEqual(read('a rule of this account assigns the address to Acme'), [['rule_company', 'address', 'Acme']]);
  assert.deepEqual(read('a rule of this account says that the domain is not a company'), [['rule_not_a_company', 'domain']]);
  assert.deepEqual(read('a rule of this account ignores the address'), [['rule_ignore', 'address']]);
  assert.deepEqual(read('the address is called a host of acme.example, which points back to it'), [['host_confirmed', 'acme.example']]);
  assert.deepEqual(read('the address is called a host of acme.example, which does not point back to it'), [
    ['host_unconfirmed', 'acme.example'],
  ]);
  assert.deepEqual(read('Atlas lists the address as nobody in particular'), [['database_nobody', 'Atlas']]);
  assert.deepEqual(read('AS64500 is reviewed as a network of Acme AG; this is a hotel, whose visitors are mostly guests'), [
    ['reviewed_company', 64500, 'Acme AG'],
    ['guests', 'hotel'],
  ]);
  assert.deepEqual(read('AS64500 is reviewed as an institution of education or research'), [['reviewed', 64500, 'education']]);
  assert.deepEqual(read('other networks of Acme are reviewed as an internet provider'), [['others_reviewed', 'Acme', 'isp']]);
  assert.deepEqual(read('AS64500 is scored as the network of a person'), [['scored_person', 64500, 'person']]);
  assert.deepEqual(read('AS64500 Acme is scored as a business: announces IPv6 only'), [
    ['scored', 64500, 'Acme', 'business'],
    ['ipv6_only'],
  ]);
  assert.deepEqual(read('AS64500 Acme is scored as nothing in particular'), [['scored_nothing', 64500, 'Acme']]);
});

test('a sentence with reasons and a note about guests is parsed into its parts', () => {
  const reasons = ['2048 IPv4 addresses in 2 blocks and IPv6', 'most networks in DE belong to providers', '"werke" indicates business'];
  const scored = withReasons(evidenceText('scored', { asn: 64500, holder: 'Acme: Werke, Ulm', kind: 'business' }), reasons);
  assert.equal(
    scored,
    'AS64500 Acme: Werke, Ulm is classified as a business by its score: 2048 IPv4 addresses in 2 blocks and IPv6, most networks in DE belong to providers, "werke" indicates business',
  );
  const parts = [
    ['scored', 64500, 'Acme: Werke, Ulm', 'business'],
    ['size_with_ipv6', 2048, 2],
    ['country', 'DE'],
    ['word', 'werke', 'business'],
  ];
  assert.deepEqual(read(scored), parts);
  const guests = withGuests(scored, 'hotel');
  assert.equal(guests, `${scored}; this is a hotel, whose visitors are mostly guests`);
  assert.deepEqual(read(guests), [...parts, ['guests', 'hotel']]);
});

test('evidence from directory blocks is parsed', () => {
  const company = companyReference({ domain: 'acme.example', name: 'Acme', countryCode: 'DE' });
  const detailOf = (label: string) => netblockEvidence([{ id: '1', prefix: 24, companyId: '1', company, label }])[0]!.detail;
  assert.deepEqual(read(detailOf('the block 80.1.22.0/24')), [['block', '80.1.22.0/24', 'Acme']]);
  assert.deepEqual(read(detailOf('a small block with this address')), [['small_block', 'Acme']]);
});

test('a string that is not stored evidence is parsed as null', () => {
  for (const text of ['', 'something else', 'AS1 Acme is classified as a business by its score: because', 'ASx is held by Acme'])
    assert.equal(readEvidenceText(text), null);
});
