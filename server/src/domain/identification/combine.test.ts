import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { combine } from './combine.ts';
import { companyReference } from './company-reference.ts';
import { type Evidence, type EvidenceSource, evidenceSources } from './evidence.ts';
import { isUsedByHolder, networkKinds } from './network-kind.ts';

const acme = companyReference({ domain: 'acme.com', name: 'Acme' });
const other = companyReference({ domain: 'other.com', name: 'Other' });
const evidenceOf = (source: EvidenceSource, company: typeof acme | null, weight: number): Evidence => ({
  source,
  company,
  weight,
  detail: '',
});

test('agreeing families of evidence reinforce each other, agreeing sources of one family do not', () => {
  const families = combine([evidenceOf('reverse_dns', acme, 0.5), evidenceOf('learned_address', acme, 0.5)], null);
  assert.equal(families.confidence, 0.75);
  const family = combine([evidenceOf('netblock', acme, 0.5), evidenceOf('as_organization', acme, 0.5)], null);
  assert.equal(family.confidence, 0.5);
});

test('two domains of one company count as the same company', () => {
  const listed = { ...acme, otherKeys: ['domain:acme.com', 'domain:acme.de'] };
  const byFurtherDomain = companyReference({ domain: 'acme.de', name: 'acme.de' });
  const { confidence, evidence } = combine([evidenceOf('netblock', listed, 0.5), evidenceOf('work_email', byFurtherDomain, 0.5)], null);
  assert.equal(confidence, 0.75);
  assert.ok(!JSON.stringify(evidence).includes('otherKeys'));
});

test('a company without a domain counts as the company with the same name at the same address', () => {
  const abroad = companyReference({ domain: null, name: 'ACME Ltd.', countryCode: 'LU' });
  const known = evidenceOf('as_organization', { ...acme, otherKeys: ['domain:acme.com', 'domain:acme.de'] }, 0.7);
  const imported = evidenceOf('imported_database', abroad, 0.65);
  for (const evidence of [
    [imported, known],
    [known, imported],
  ]) {
    const { company, confidence } = combine(evidence, 'business');
    assert.deepEqual([company?.domain, confidence], ['acme.com', 0.895]);
  }
  const home = companyReference({ domain: null, name: 'Acme', countryCode: 'DE' });
  assert.equal(combine([imported, evidenceOf('as_organization', home, 0.7)], 'business').confidence, 0.895);
});

test('a clearly assigned block outweighs the holder of the network around it', () => {
  const holder = evidenceOf('as_organization', other, 0.95);
  for (const block of [evidenceOf('netblock', acme, 0.85), evidenceOf('imported_database', acme, 0.65)]) {
    const { company, confidence } = combine([block, holder], 'business');
    assert.equal(company?.domain, 'acme.com');
    assert.ok(confidence >= 0.5, `${confidence}`);
  }
  const doubtful = combine([evidenceOf('imported_database', acme, 0.4), holder], 'business');
  assert.equal(doubtful.company?.domain, 'other.com');
  assert.ok(doubtful.confidence >= 0.5);
});

test('evidence for another company lowers the confidence', () => {
  const alone = combine([evidenceOf('reverse_dns', acme, 0.75)], null);
  const disputed = combine([evidenceOf('reverse_dns', acme, 0.75), evidenceOf('learned_address', other, 0.4)], null);
  assert.equal(disputed.company?.domain, 'acme.com');
  assert.ok(disputed.confidence < alone.confidence);
});

test('a visitor with a known employer counts as a guest in the network of another company', () => {
  const { company, confidence } = combine([evidenceOf('work_email', acme, 0.9), evidenceOf('as_organization', other, 0.95)], 'business');
  assert.equal(company?.domain, 'acme.com');
  assert.ok(confidence >= 0.5 && confidence < 0.9);
});

test('the holder of a network counts only if the holder itself uses the network', () => {
  for (const kind of networkKinds.filter((name) => !isUsedByHolder(name))) {
    assert.equal(combine([evidenceOf('as_organization', acme, 1)], kind).confidence, 0, kind);
  }
  assert.equal(combine([evidenceOf('as_organization', acme, 0.9)], 'business').confidence, 0.9);
});

test('hosting, CDN, VPN, gateway and mobile networks lower the weight of reverse DNS, but not of a work e-mail address', () => {
  for (const kind of ['hosting', 'vpn', 'gateway', 'mobile', 'cdn'] as const) {
    assert.ok(combine([evidenceOf('reverse_dns', acme, 0.75)], kind).confidence < 0.5, kind);
    assert.equal(combine([evidenceOf('work_email', acme, 0.9)], kind).confidence, 0.9, kind);
  }
  assert.equal(combine([evidenceOf('reverse_dns', acme, 0.75)], 'isp').confidence, 0.75);
});

test('confidence is between 0 and 1, and an agreeing work e-mail address never lowers it', () => {
  const source = fc.constantFrom(...evidenceSources);
  const evidence = fc.record({
    source,
    company: fc.constantFrom(acme, other, null),
    weight: fc.double({ min: 0, max: 1, noNaN: true }),
    detail: fc.constant(''),
  });
  fc.assert(
    fc.property(fc.array(evidence), fc.constantFrom(...networkKinds, null), (items, kind) => {
      const { company, confidence } = combine(items, kind);
      assert.ok(confidence >= 0 && confidence <= 1);
      if (company !== null) assert.ok(combine([...items, evidenceOf('work_email', company, 0.9)], kind).confidence >= confidence - 0.001);
    }),
  );
});
