import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOf } from '../../lib/first-of.ts';
import { parseIpRange } from '../../lib/ip-range.ts';
import { required } from '../../lib/required.ts';
import { companyReference } from './company-reference.ts';
import type { Correction, CorrectionEffect } from './correction.ts';
import type { AdditionalFacts, AddressFacts, VisitorFacts } from './facts.ts';
import { findDataFacts, withAdditionalFacts } from './find-facts.ts';
import { addressOf, testKnowledge } from './identification.fixture.ts';
import { identify, type Verdict } from './identify.ts';
import { type ImportedDatabases, type ImportedNetwork, noDatabases } from './imported-databases.ts';
import { isWorkplace } from './workplace.ts';

const knowledge = testKnowledge();
const acme = companyReference({ domain: 'acme.com', name: 'Acme' });
const correctionOf = (id: string, match: string, effect: CorrectionEffect, otherDomains: string[] = []): Correction => ({
  id,
  match: match.includes('/')
    ? { kind: 'range', range: required(parseIpRange(match)) }
    : { kind: 'domain', domains: [match, ...otherDomains] },
  effect,
});
const factsOf = (ip: string, additional: AdditionalFacts = {}, corrections: Correction[] = []): AddressFacts => {
  const address = addressOf(ip);
  return withAdditionalFacts(knowledge, findDataFacts(knowledge, noDatabases, address), address, additional, corrections);
};
const identifyAddress = (ip: string, visitor: VisitorFacts = {}, corrections: Correction[] = [], threshold?: number): Verdict =>
  identify(knowledge.organizations, factsOf(ip, {}, corrections), visitor, corrections, threshold);

test('identifies a company by an IPv4, IPv6 or IPv4-mapped IPv6 address of its own network', () => {
  for (const ip of ['17.0.0.1', '2001:db9::1', '::ffff:17.0.0.1']) {
    const verdict = identifyAddress(ip);
    assert.equal(verdict.company?.domain, 'apple.com', ip);
    assert.equal(verdict.kind, 'business');
    assert.ok(verdict.confidence >= 0.9);
    assert.equal(verdict.evidence[0]?.source, 'as_organization');
  }
  assert.deepEqual(identifyAddress('17.0.0.1').network, { cidr: '17.0.0.0/8', asn: 714, organization: 'Apple Inc.' });
});

test('the network of a provider alone identifies no company', () => {
  const expected: Record<string, string> = {
    '80.1.0.1': 'isp',
    '5.9.0.1': 'hosting',
    '81.2.0.1': 'isp',
    '82.3.0.1': 'vpn',
    '90.5.0.1': 'isp',
    '90.6.0.1': 'unknown',
  };
  for (const [ip, kind] of Object.entries(expected)) {
    const verdict = identifyAddress(ip);
    assert.deepEqual([verdict.kind, verdict.company, verdict.confidence], [kind, null, 0], ip);
    assert.equal(verdict.evidence[0]?.source, 'network_kind', ip);
  }
});

test('a private address has no company, with an explanation, and an unrouted address has no network', () => {
  const verdict = identifyAddress('192.168.1.1');
  assert.deepEqual([verdict.kind, verdict.company, verdict.network], ['unknown', null, null]);
  assert.match(firstOf(verdict.evidence).detail, /private address/);
  assert.equal(identifyAddress('203.0.114.1').network, null);
});

test('a work e-mail address identifies the employer of a visitor on the network of a provider; a freemail address does not', () => {
  const verdict = identifyAddress('80.1.0.1', { email: 'jane@siemens.de' });
  assert.deepEqual([verdict.company?.name, verdict.kind, verdict.confidence], ['Siemens', 'isp', 0.9]);
  assert.equal(identifyAddress('80.1.0.1', { email: 'jane@gmail.com' }).company, null);
});

test('a correction of a block overrides the network and the e-mail address of the visitor', () => {
  const toAcme = correctionOf('1', '17.0.0.0/8', { kind: 'company', company: acme });
  const verdict = identifyAddress('17.0.0.1', { email: 'jane@siemens.de' }, [toAcme]);
  assert.deepEqual([verdict.company?.domain, verdict.confidence], ['acme.com', 1]);
  assert.equal(verdict.evidence[0]?.source, 'operator_rule');
  assert.equal(identifyAddress('18.0.0.1', {}, [toAcme]).company, null);
});

test('the correction with the smallest block wins, in any order', () => {
  const wide = correctionOf('1', '17.0.0.0/8', { kind: 'company', company: acme });
  const narrow = correctionOf('2', '17.1.0.0/16', { kind: 'not_a_company' });
  for (const corrections of [
    [wide, narrow],
    [narrow, wide],
  ]) {
    assert.equal(identifyAddress('17.1.0.1', {}, corrections).company, null);
    assert.equal(identifyAddress('17.2.0.1', {}, corrections).company?.domain, 'acme.com');
  }
});

test('a correction of a domain replaces the identified company', () => {
  assert.equal(identifyAddress('17.0.0.1', {}, [correctionOf('1', 'apple.com', { kind: 'not_a_company' })]).company, null);
  assert.equal(
    identifyAddress('17.0.0.1', {}, [correctionOf('1', 'apple.com', { kind: 'company', company: acme })]).company?.domain,
    'acme.com',
  );
  assert.equal(identifyAddress('17.0.0.1', {}, [correctionOf('1', 'apple.com', { kind: 'ignore' })]).ignored, true);
  assert.equal(identifyAddress('17.0.0.1', {}, [correctionOf('1', 'siemens.com', { kind: 'ignore' })]).ignored, false);
});

test('a correction of a domain to another company keeps the confidence, and makes neither a lead nor a workplace of weak evidence', () => {
  const holding = companyReference({ domain: 'acme-holding.com', name: 'Acme Holding' });
  const corrections = [correctionOf('1', 'acme.com', { kind: 'company', company: holding })];
  const verdictOf = (ip: string, additional: AdditionalFacts) =>
    identify(knowledge.organizations, factsOf(ip, additional), {}, corrections);
  const learnedFrom = (visitorCount: number) => ({ learned: [{ domain: 'acme.com', visitorCount }] });
  const cafe = verdictOf('80.1.0.1', learnedFrom(1));
  assert.deepEqual([cafe.company, cafe.confidence], [null, 0.32]);
  const shared = verdictOf('80.1.0.1', learnedFrom(4));
  assert.deepEqual([shared.company, shared.confidence, isWorkplace(shared)], [holding, 0.68, false]);
  const office = verdictOf('203.0.114.1', learnedFrom(4));
  assert.deepEqual([office.company, office.confidence, isWorkplace(office)], [holding, 0.85, false]);
  const block = { id: '1', prefix: 24, companyId: '1', company: acme, label: 'the block 203.0.114.0/24' };
  const own = verdictOf('203.0.114.1', { netblocks: [block] });
  assert.deepEqual([own.company, own.confidence, isWorkplace(own)], [holding, 0.85, true]);
});

test('the network of a company and a corrected block are workplaces', () => {
  assert.equal(isWorkplace(identifyAddress('17.0.0.1')), true);
  assert.equal(isWorkplace(identifyAddress('80.1.0.1', {}, [correctionOf('1', '80.1.0.0/24', { kind: 'company', company: acme })])), true);
  assert.equal(isWorkplace(identifyAddress('80.1.0.1', { email: 'jane@siemens.de' })), false);
});

test('of corrections of two domains of a company, the one of the domain in the evidence applies, or else the newest', () => {
  const toAcme: CorrectionEffect = { kind: 'company', company: acme };
  const corrections = [
    correctionOf('1', 'apple.de', { kind: 'not_a_company' }, ['apple.com', 'apple.fr']),
    correctionOf('2', 'apple.com', toAcme, ['apple.de', 'apple.fr']),
  ];
  for (const given of [corrections, corrections.toReversed()])
    assert.equal(identifyAddress('17.0.0.1', {}, given).company?.domain, 'acme.com');
  const others = [
    correctionOf('1', 'apple.de', { kind: 'not_a_company' }, ['apple.com', 'apple.fr']),
    correctionOf('2', 'apple.fr', toAcme, ['apple.com', 'apple.de']),
  ];
  assert.equal(identifyAddress('17.0.0.1', {}, others).company?.domain, 'acme.com');
});

test('no company is identified if the confidence is below the threshold', () => {
  const facts = factsOf('80.1.0.1', { learned: [{ domain: 'acme.com', visitorCount: 1 }] });
  const weak = identify(knowledge.organizations, facts);
  assert.equal(weak.company, null);
  assert.ok(weak.confidence > 0 && weak.confidence < 0.5);
  const lower = identify(knowledge.organizations, facts, {}, [], 0.2);
  assert.equal(lower.company?.domain, 'acme.com');
});

test('a database that lists the address as hosting overrides the network', () => {
  const imported = [{ database: 'own.mmdb', company: null, kind: 'hosting' as const }];
  const verdict = identify(knowledge.organizations, { ...factsOf('17.0.0.1'), imported });
  assert.deepEqual([verdict.kind, verdict.company], ['hosting', null]);
});

test('an imported company overrides the kind of the network and of a cloud list, but not of a VPN list', () => {
  const own = { database: 'own.mmdb', company: acme, kind: 'business' as const };
  const facts = factsOf('80.1.0.1');
  assert.deepEqual(identify(knowledge.organizations, { ...facts, imported: [own] }).kind, 'business');
  const cloud = { database: 'aws', company: null, kind: 'hosting' as const };
  assert.equal(identify(knowledge.organizations, { ...facts, imported: [cloud, own] }).kind, 'business');
  const tor = { database: 'tor-exits', company: null, kind: 'vpn' as const };
  const hidden = identify(knowledge.organizations, { ...facts, imported: [own, tor] });
  assert.deepEqual([hidden.kind, hidden.company], ['vpn', null]);
});

test('a block of a company overrides the review of its network as a VPN, but not a list or database of VPNs', () => {
  const own = { database: 'own.csv', company: acme, kind: null };
  const netblock = { id: 'block', prefix: 24, companyId: '1', company: acme, label: 'The block' };
  const reviewed = { ...factsOf('80.1.0.1'), kind: 'vpn' as const };
  const verdictOf = (facts: Partial<AddressFacts>) => {
    const { kind, company } = identify(knowledge.organizations, { ...reviewed, ...facts });
    return [kind, company?.domain];
  };
  assert.deepEqual(verdictOf({ imported: [own] }), ['business', 'acme.com']);
  assert.deepEqual(verdictOf({ netblocks: [netblock] }), ['business', 'acme.com']);
  assert.deepEqual(verdictOf({ imported: [{ ...own, weight: 0.6 }] }), ['vpn', undefined], 'a customer according to a vendor');
  const listed = { database: 'tor-exits', company: null, kind: 'relay' as const };
  assert.deepEqual(verdictOf({ imported: [own, listed] }), ['vpn', undefined]);
  assert.deepEqual(verdictOf({ imported: [listed], netblocks: [netblock] }), ['vpn', undefined]);
});

test('an imported network overrides the AS number, and adds the domain of its holder if it is missing', () => {
  const databases = (network: ImportedNetwork): ImportedDatabases => ({ ...noDatabases, network: () => network });
  const moved = findDataFacts(knowledge, databases({ asn: 714, domain: null }), addressOf('80.1.0.1'));
  assert.deepEqual([moved.network?.asn, moved.holder?.company?.domain], [714, 'apple.com']);
  const bare = findDataFacts(knowledge, noDatabases, addressOf('90.4.0.1')).holder?.company;
  assert.equal(bare?.domain, null);
  const named = findDataFacts(knowledge, databases({ asn: 64501, domain: 'example.com' }), addressOf('90.4.0.1')).holder?.company;
  assert.deepEqual([named?.name, named?.key], [bare?.name, 'domain:example.com']);
  const listed = findDataFacts(knowledge, databases({ asn: 714, domain: 'example.com' }), addressOf('17.0.0.1')).holder?.company;
  assert.equal(listed?.domain, 'apple.com');
});

test('an imported network that the bundled data lacks is assessed by its name', () => {
  const factsIn = (ip: string, network: ImportedNetwork) =>
    findDataFacts(knowledge, { ...noDatabases, network: () => network }, addressOf(ip));
  const telecom = factsIn('17.0.0.1', { asn: 64999, domain: null, name: 'Brandnew Telecom' });
  assert.deepEqual([telecom.network?.asn, telecom.network?.organization, telecom.kind], [64999, 'Brandnew Telecom', 'isp']);
  assert.equal(identify(knowledge.organizations, telecom).company, null);
  const company = factsIn('80.1.0.1', { asn: 64998, domain: 'example.com', name: 'Beispiel Maschinenbau GmbH' });
  assert.deepEqual([company.kind, company.holder?.company?.domain], ['business', 'example.com']);
  const provider = factsIn('80.1.0.1', { asn: 64997, domain: null, name: 'Beispiel Maschinenbau GmbH', kind: 'isp' });
  assert.deepEqual([provider.kind, provider.holder?.company], ['isp', null], 'the database says that it is a provider');
  const person = factsIn('80.1.0.1', { asn: 64996, domain: null, name: 'John Smith' });
  assert.deepEqual([person.kind, person.network], ['person', { cidr: '80.1.0.0/16', asn: 64996, organization: null }]);
  const nameless = factsIn('17.0.0.1', { asn: 64995, domain: null, kind: 'isp' });
  assert.deepEqual([nameless.network?.asn, nameless.kind], [714, 'business'], 'a number without a name says nothing about the holder');
});

test('a verdict contains neither the address of the visitor nor the local part of the e-mail address', () => {
  const facts = factsOf('17.0.0.77', { hostName: { name: 'mail.apple.com', isForwardConfirmed: true } });
  const verdict = identify(knowledge.organizations, facts, { email: 'jane.doe@apple.com' });
  const text = JSON.stringify(verdict);
  assert.ok(!text.includes('17.0.0.77') && !text.includes('jane'), text);
});
