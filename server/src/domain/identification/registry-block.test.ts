import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemOf } from './identification.fixture.ts';
import { registryBlock } from './registry-block.ts';
import { scoreKind } from './score-kind.ts';

const at = (first: number, second = 0) => first * 2 ** 24 + second * 2 ** 16;

test('returns the registry of an address and the use of its block', () => {
  assert.deepEqual(registryBlock(at(193, 99)), { registry: 'RIPE NCC', use: 'organizations' });
  assert.deepEqual(registryBlock(at(91, 200)), { registry: 'RIPE NCC', use: 'organizations' });
  assert.deepEqual(registryBlock(at(91, 64)), { registry: 'RIPE NCC', use: 'providers' });
  assert.deepEqual(registryBlock(at(12, 34)), { registry: 'ARIN', use: 'customers' });
  assert.deepEqual(registryBlock(at(103)), { registry: 'APNIC', use: 'newcomers' });
  assert.deepEqual(registryBlock(at(177)), { registry: 'LACNIC', use: 'providers' });
  assert.deepEqual(registryBlock(at(196)), { registry: 'AFRINIC', use: 'organizations' });
  assert.deepEqual(registryBlock(at(66)), { registry: 'ARIN', use: 'anyone' });
});

test('the registry block affects the score, with a reason', () => {
  const scoreAt = (mainIpv4Address: number | null) => scoreKind(systemOf(1, 'Muster Widgets Ltd', 'GB', { mainIpv4Address }));
  const unknown = scoreAt(null);
  const own = scoreAt(at(194, 7));
  const provider = scoreAt(at(80, 7));
  assert.ok(own.ownUseProbability > unknown.ownUseProbability + 0.02);
  assert.ok(provider.ownUseProbability < unknown.ownUseProbability - 0.02);
  assert.ok(own.reasons.includes('its part of 194.0.0.0/8 of RIPE NCC is assigned to organizations for their own use'));
  assert.ok(provider.reasons.includes('its part of 80.0.0.0/8 of RIPE NCC is assigned to providers for their customers'));
  assert.equal(scoreAt(at(66)).ownUseProbability, unknown.ownUseProbability);
});

test('a clear name outweighs the registry block', () => {
  const nameAt = (name: string, first: number) => scoreKind(systemOf(1, name, 'DE', { mainIpv4Address: at(first) })).kind;
  assert.equal(nameAt('Muster Breitband Telekommunikation GmbH', 194), 'isp');
  assert.equal(nameAt('Schnellhost Webhosting GmbH', 194), 'hosting');
  assert.equal(nameAt('Muster Bank AG', 80), 'business');
});
