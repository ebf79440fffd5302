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

test('where the reviewed table and the seed disagree, silence wins', () => {
  const organizations = new OrganizationDirectory(
    [seed({ name: 'Amazon', domain: 'amazon.com', asns: [16509] })],
    [{ asn: 16509, kind: 'hosting', name: null }],
  );
  const assessment = knowledgeOfTests(organizations).assessor.assess(systemOf(16509, 'Amazon.com, Inc.', 'US'));
  assert.deepEqual([assessment.kind, assessment.company], ['hosting', null]);
});

test('another network of a reviewed hoster is a hoster too', () => {
  assert.equal(assessor.assess(systemOf(64999, 'Hetzner Online GmbH', 'DE')).kind, 'hosting');
});

test('a known organisation is recognised on a network that no table lists', () => {
  const siemens = assessor.assess(systemOf(64998, 'SIEMENS AKTIENGESELLSCHAFT', 'DE'));
  assert.equal(siemens.company?.domain, 'siemens.com');
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
