import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOf } from '../../lib/first-of.ts';
import { parseIpAddress } from '../../lib/ip-address.ts';
import { itemAt } from '../../lib/item-at.ts';
import { required } from '../../lib/required.ts';
import { type DnsResolver, defaultReverseDnsLimits, ReverseDns } from './reverse-dns.ts';

const notFound = () => Object.assign(new Error('queryPtr ENOTFOUND'), { code: 'ENOTFOUND' });
const refused = () => Object.assign(new Error('queryPtr ECONNREFUSED'), { code: 'ECONNREFUSED' });
const address = (text: string) => required(parseIpAddress(text));

/** A resolver for a small zone that counts queries. */
function zone(names: Record<string, string>, back: Record<string, string[]>) {
  const lookups: string[] = [];
  const resolver: DnsResolver = {
    async reverse(ip) {
      lookups.push(ip);
      const name = names[ip];
      if (name === undefined) throw notFound();
      return [name];
    },
    resolve4: async (name) => back[name] ?? [],
    resolve6: async (name) => back[name] ?? [],
  };
  return { resolver, lookups };
}

test('a hostname is confirmed if it resolves to the address, for IPv4 and IPv6', async () => {
  const names = { '80.1.2.3': 'Mail.Acme.com.', '80.1.2.4': 'liar.acme.com', '2001:db8::1': 'six.acme.com' };
  const { resolver } = zone(names, {
    'Mail.Acme.com.': ['80.1.2.9', '80.1.2.3'],
    'liar.acme.com': ['80.1.2.3'],
    'six.acme.com': ['2001:db8:0::1'],
  });
  const dns = new ReverseDns(resolver, () => 0);
  assert.deepEqual(await dns.find(address('80.1.2.3')), { name: 'mail.acme.com', isForwardConfirmed: true });
  assert.deepEqual(await dns.find(address('80.1.2.4')), { name: 'liar.acme.com', isForwardConfirmed: false });
  assert.deepEqual(await dns.find(address('2001:db8::1')), { name: 'six.acme.com', isForwardConfirmed: true });
  assert.equal(await dns.find(address('80.1.2.5')), null);
});

test('answers are cached for a day, failures are not', async () => {
  let nowMs = 0;
  const { resolver, lookups } = zone({ '80.1.2.3': 'a.acme.com' }, {});
  const dns = new ReverseDns(resolver, () => nowMs);
  assert.equal(dns.known(address('80.1.2.3')), undefined);
  await dns.find(address('80.1.2.3'));
  await dns.find(address('80.1.2.3'));
  assert.equal(lookups.length, 1);
  assert.equal(dns.known(address('80.1.2.3'))?.name, 'a.acme.com');
  nowMs = defaultReverseDnsLimits.cachedMs + 1;
  assert.equal(dns.known(address('80.1.2.3')), undefined);

  const broken = new ReverseDns({ ...resolver, reverse: async () => Promise.reject(refused()) }, () => 0);
  assert.equal(await broken.find(address('80.1.2.3')), undefined);
  assert.equal(broken.known(address('80.1.2.3')), undefined);

  const unconfirmed = new ReverseDns({ ...resolver, resolve4: async () => Promise.reject(refused()) }, () => 0);
  assert.equal(await unconfirmed.find(address('80.1.2.3')), undefined);
  assert.equal(unconfirmed.known(address('80.1.2.3')), undefined);
});

test('queries are deduplicated, and concurrency and queue length are limited', async () => {
  const gates: (() => void)[] = [];
  const resolver: DnsResolver = {
    reverse: () => new Promise((resolve) => gates.push(() => resolve(['a.acme.com']))),
    resolve4: async () => [],
    resolve6: async () => [],
  };
  const dns = new ReverseDns(resolver, () => 0, { ...defaultReverseDnsLimits, concurrency: 2, queueLength: 1 });
  const first = dns.find(address('80.1.0.1'));
  assert.equal(dns.find(address('80.1.0.1')), first);
  const second = dns.find(address('80.1.0.2'));
  const third = dns.find(address('80.1.0.3'));
  assert.equal(await dns.find(address('80.1.0.4')), undefined);
  assert.equal(gates.length, 2);
  firstOf(gates)();
  itemAt(gates, 1)();
  await Promise.all([first, second]);
  assert.equal(gates.length, 3);
  itemAt(gates, 2)();
  assert.equal((await third)?.name, 'a.acme.com');
});

test('a resolver that never responds times out', async () => {
  const silent: DnsResolver = { reverse: () => new Promise(() => {}), resolve4: async () => [], resolve6: async () => [] };
  const dns = new ReverseDns(silent, () => 0, { ...defaultReverseDnsLimits, timeoutMs: 5 });
  assert.equal(await dns.find(address('80.1.0.1')), undefined);
});

test('the cache evicts the oldest answer', async () => {
  const { resolver } = zone({}, {});
  const dns = new ReverseDns(resolver, () => 0, { ...defaultReverseDnsLimits, cachedAddresses: 2 });
  for (const ip of ['80.1.0.1', '80.1.0.2', '80.1.0.3']) await dns.find(address(ip));
  assert.equal(dns.known(address('80.1.0.1')), undefined);
  assert.equal(dns.known(address('80.1.0.3')), null);
});

test('after several failures in a row, queries pause for a while', async () => {
  let nowMs = 0;
  let lookups = 0;
  const away: DnsResolver = {
    reverse: async () => {
      lookups++;
      throw refused();
    },
    resolve4: async () => [],
    resolve6: async () => [],
  };
  const dns = new ReverseDns(away, () => nowMs, { ...defaultReverseDnsLimits, consecutiveFailures: 3, pauseMs: 1000 });
  for (const last of [1, 2, 3, 4, 5]) assert.equal(await dns.find(address(`80.1.0.${last}`)), undefined);
  assert.equal(lookups, 3);
  nowMs = 1001;
  await dns.find(address('80.1.0.6'));
  assert.equal(lookups, 4);
});
