import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence } from './evidence.ts';
import { type AddressFacts, noFacts } from './facts.ts';
import { type NetworkKind, networkKinds } from './network-kind.ts';
import { noCompanyReason } from './no-company-reason.ts';

const reasonFor = (facts: Partial<AddressFacts>, evidence: Evidence[] = []) =>
  noCompanyReason({ kind: 'unknown', evidence, facts: { ...noFacts, ...facts } });

test('every kind of network has a reason, and an unknown network too', () => {
  const expected: Record<NetworkKind, string> = {
    business: 'uncertain',
    education: 'uncertain',
    government: 'uncertain',
    nonprofit: 'uncertain',
    isp: 'home_line',
    person: 'home_line',
    mobile: 'mobile',
    hosting: 'hosting',
    cdn: 'hosting',
    exchange: 'hosting',
    vpn: 'vpn',
    relay: 'relay',
    gateway: 'gateway',
    crawler: 'crawler',
    unknown: 'unknown',
  };
  assert.deepEqual(Object.fromEntries(networkKinds.map((kind) => [kind, reasonFor({ kind })])), expected);
  assert.equal(reasonFor({}), 'unknown');
});

test('imported data takes precedence over the kind of the network, and a correction over both', () => {
  const imported = [{ database: 'icloud-private-relay', company: null, kind: 'relay' as const }];
  assert.equal(reasonFor({ kind: 'cdn', imported }), 'relay');
  const correction: Evidence = { source: 'operator_rule', company: null, weight: 1, detail: 'not a company' };
  assert.equal(reasonFor({ kind: 'isp', imported }, [correction]), 'correction');
});

test('the network of an organization whose visitors are mostly guests is a shared place', () => {
  assert.equal(reasonFor({ kind: 'business', isSharedPlace: true }), 'shared_place');
});

test('a verdict stored without facts is explained by its public kind', () => {
  assert.equal(noCompanyReason({ kind: 'isp', evidence: [], facts: null }), 'home_line');
  assert.equal(noCompanyReason({ kind: 'business', evidence: [], facts: null }), 'uncertain');
});
