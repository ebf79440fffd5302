import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knowledgeOfTests, seed, systemOf } from './identification.fixture.ts';
import { OrganizationDirectory } from './organization-directory.ts';

const { assessor } = knowledgeOfTests();

test('the reviewed table and the seed come before any score', () => {
  assert.equal(assessor.assess(systemOf(3320, 'Deutsche Bank AG', 'DE')).kind, 'isp');
  const apple = assessor.assess(systemOf(714, 'Apple Inc.', 'US'));
  assert.equal(apple.company?.domain, 'apple.com');
  assert.ok(apple.companyWeight >= 0.9);
});

test('where the reviewed table and the seed disagree, silence wins, but for companies that serve their own content', () => {
  const assessed = (kind: 'cdn' | 'isp' | 'hosting') => {
    const organizations = new OrganizationDirectory(
      [seed({ name: 'Example', domain: 'example.com', asns: [64990] })],
      [{ asn: 64990, kind, name: null }],
    );
    return knowledgeOfTests(organizations).assessor.assess(systemOf(64990, 'Example, Inc.', 'US'));
  };
  for (const kind of ['cdn', 'isp'] as const) assert.deepEqual([assessed(kind).kind, assessed(kind).company], [kind, null]);
  const content = assessed('hosting');
  assert.deepEqual([content.kind, content.company?.domain], ['business', 'example.com']);
  assert.ok(content.companyWeight >= 0.5 && content.companyWeight < 0.8);
});

test('the review of a network tells its kind, the list its company', () => {
  const organizations = new OrganizationDirectory(
    [seed({ name: 'Example Laboratory', domain: 'lab.example.com', kind: 'education', asns: [64989] })],
    [{ asn: 64989, kind: 'government', name: null }],
  );
  const assessment = knowledgeOfTests(organizations).assessor.assess(systemOf(64989, 'Example Laboratory', 'US'));
  assert.deepEqual([assessment.kind, assessment.company?.name], ['government', 'Example Laboratory']);
});

test('another network of a reviewed hoster is a hoster too', () => {
  assert.equal(assessor.assess(systemOf(64999, 'Hetzner Online GmbH', 'DE')).kind, 'hosting');
});

test('a known organisation is recognised on a network that no table lists', () => {
  const siemens = assessor.assess(systemOf(64998, 'SIEMENS AKTIENGESELLSCHAFT', 'DE'));
  assert.equal(siemens.company?.domain, 'siemens.com');
});

test('who bears the name of a known company in front is likely a part of it', () => {
  const shape = { ipv4AddressCount: 2048, ipv6RangeCount: 1 };
  assert.ok(assessor.assess(systemOf(64997, 'Siemens Informationsdienste GmbH', 'DE', shape)).companyWeight >= 0.5);
  assert.ok(assessor.assess(systemOf(64996, 'Muster Informationsdienste GmbH', 'DE', shape)).companyWeight < 0.5);
  assert.equal(assessor.assess(systemOf(64995, 'Apple Telecom Internet LLC', 'RU', shape)).company, null);
});

test('an unknown holder gets its own name, without a domain', () => {
  const { company, companyWeight } = assessor.assess(systemOf(64501, 'MUSTERMANN MASCHINENBAU GMBH & CO. KG', 'DE'));
  assert.deepEqual(company, { key: 'name:mustermann maschinenbau:DE', domain: null, name: 'Mustermann Maschinenbau', countryCode: 'DE' });
  assert.ok(companyWeight >= 0.5);
});

test('a holder that cannot be trusted is of no kind and no company', () => {
  const assessment = assessor.assess(systemOf(64503, null, 'FI'));
  assert.deepEqual([assessment.kind, assessment.company, assessment.companyWeight], [null, null, 0]);
});
