import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directoryOf, seed, systemOf, testKnowledge } from './identification.fixture.ts';

const { assessor } = testKnowledge();

test('reviewed and seed networks take precedence over scores', () => {
  assert.equal(assessor.assess(systemOf(3320, 'Deutsche Bank AG', 'DE')).kind, 'isp');
  const apple = assessor.assess(systemOf(714, 'Apple Inc.', 'US'));
  assert.equal(apple.company?.domain, 'apple.com');
  assert.ok(apple.companyWeight >= 0.9);
});

test('a seed company on a network reviewed as a provider is named only if the network was reviewed as hosting', () => {
  const assessed = (kind: 'cdn' | 'isp' | 'hosting') => {
    const organizations = directoryOf([seed({ name: 'Example', domain: 'example.com', asns: [64990] })], [{ asn: 64990, kind }]);
    return testKnowledge(organizations).assessor.assess(systemOf(64990, 'Example, Inc.', 'US'));
  };
  for (const kind of ['cdn', 'isp'] as const) assert.deepEqual([assessed(kind).kind, assessed(kind).company], [kind, null]);
  const content = assessed('hosting');
  assert.deepEqual([content.kind, content.company?.domain], ['business', 'example.com']);
  assert.ok(content.companyWeight >= 0.5 && content.companyWeight < 0.8);
});

test('if both apply, the kind comes from the review and the company from the seed', () => {
  const organizations = directoryOf(
    [seed({ name: 'Example Laboratory', domain: 'lab.example.com', kind: 'education', asns: [64989] })],
    [{ asn: 64989, kind: 'government' }],
  );
  const assessment = testKnowledge(organizations).assessor.assess(systemOf(64989, 'Example Laboratory', 'US'));
  assert.deepEqual([assessment.kind, assessment.company?.name], ['government', 'Example Laboratory']);
});

test('another network of a reviewed hosting provider is hosting too', () => {
  assert.equal(assessor.assess(systemOf(64999, 'Hetzner Online GmbH', 'DE')).kind, 'hosting');
});

test('recognizes a known organization on an unlisted network', () => {
  const siemens = assessor.assess(systemOf(64998, 'SIEMENS AKTIENGESELLSCHAFT', 'DE'));
  assert.equal(siemens.company?.domain, 'siemens.com');
});

test('networks reviewed as unknown or as the network of a person have no company, whatever their name', () => {
  for (const kind of ['unknown', 'person'] as const) {
    const organizations = directoryOf([], [{ asn: 64988, kind }]);
    const assessment = testKnowledge(organizations).assessor.assess(systemOf(64988, 'MUSTERMANN MASCHINENBAU GMBH', 'DE'));
    assert.deepEqual([assessment.kind, assessment.company, assessment.companyWeight], [kind, null, 0]);
    assert.match(assessment.explanation, /was classified as .* by review/);
  }
});

test('imported data overrides reviewed data', () => {
  const imported = seed({ name: 'Own Import', domain: 'import.example', asns: [64987] });
  const organizations = directoryOf(
    [seed({ name: 'Read', domain: 'read.example', asns: [64986] })],
    [{ asn: 64987, kind: 'isp' }],
    [imported, { ...imported, name: 'Other Import', domain: 'other.example', asns: [64986] }],
  );
  const { assessor: own } = testKnowledge(organizations);
  assert.equal(own.assess(systemOf(64987, 'Fulano Telecom', 'BR')).company?.domain, 'import.example');
  assert.equal(own.assess(systemOf(64986, 'Read Inc', 'US')).company?.domain, 'other.example');
});

test('shared places have a low weight and an explanation; a large hotel chain has the usual weight', () => {
  const hotel = seed({ name: 'Hotel Adler', domain: 'hotel-adler.example', industry: 'hotels', employeeRange: '101-500', asns: [64985] });
  const organizations = directoryOf([hotel, seed({ name: 'Royal Science Park', asns: [64984] })]);
  const { assessor: own } = testKnowledge(organizations);
  for (const asn of [64985, 64984]) {
    const { company, companyWeight, explanation } = own.assess(systemOf(asn, 'Any', 'DE'));
    assert.ok(company !== null && companyWeight < 0.5, explanation);
    assert.match(
      explanation,
      /was classified as a network of .* by review; this is a (hotel|science park), whose visitors are mostly guests/,
    );
  }
  const chain = directoryOf([{ ...hotel, employeeRange: '10.000+' }]);
  assert.ok(testKnowledge(chain).assessor.assess(systemOf(64985, 'Any', 'DE')).companyWeight >= 0.9);
});

test('a new network of a reviewed holder belongs to the same organization', () => {
  const organizations = directoryOf(
    [seed({ name: 'Muster Group', domain: 'muster.example', asns: [64501] })],
    [{ asn: 64501, kind: 'business' }],
  );
  const assessment = testKnowledge(organizations).assessor.assess(systemOf(64983, 'Mustermann Maschinenbau GmbH & Co KG', 'AT'));
  assert.equal(assessment.company?.domain, 'muster.example');
});

test('an unknown holder is named without a domain', () => {
  const { company, companyWeight } = assessor.assess(systemOf(64501, 'MUSTERMANN MASCHINENBAU GMBH & CO. KG', 'DE'));
  assert.deepEqual(company, { key: 'name:mustermann maschinenbau:DE', domain: null, name: 'Mustermann Maschinenbau', countryCode: 'DE' });
  assert.ok(companyWeight >= 0.5);
});

test('does not disclose the name of a person or a street address', () => {
  const person = assessor.assess(systemOf(64982, 'Pushkarev Nikolai Aleksandrovich', 'RU'));
  assert.deepEqual([person.kind, person.company], ['person', null]);
  assert.doesNotMatch(person.explanation, /Pushkarev/);
  const street = assessor.assess(systemOf(64981, '198 Yishun Ave 9', 'SG'));
  assert.deepEqual([street.company, street.companyWeight], [null, 0]);
  assert.doesNotMatch(street.explanation, /Yishun/);
});

test('explains that a network was classified by its score', () => {
  const { explanation } = assessor.assess(systemOf(64980, 'Przykladowy Bank Spoldzielczy', 'PL'));
  assert.match(explanation, /^AS64980 Przykladowy Bank Spoldzielczy is classified as a business by its score: /);
});

test('each imported database names the holder of a network that the bundled data lacks', () => {
  const { assessor: own } = testKnowledge();
  const assessed = (name: string, kind?: 'hosting') => own.assess(systemOf(64979, name, null), kind);
  assert.equal(assessed('Brauhaus Beispiel GmbH').company?.name, 'Brauhaus Beispiel');
  assert.equal(assessed('Molkerei Muster GmbH').company?.name, 'Molkerei Muster');
  assert.deepEqual([assessed('Molkerei Muster GmbH', 'hosting').kind, assessed('Molkerei Muster GmbH').kind], ['hosting', 'business']);
});

test('an unreliable holder has no kind and no company', () => {
  const assessment = assessor.assess(systemOf(64503, null, 'FI'));
  assert.deepEqual([assessment.kind, assessment.company, assessment.companyWeight], [null, null, 0]);
});
