import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseIpAddress } from './ip-address.ts';
import { explainIpClass, ipClass, ipClasses } from './ip-class.ts';
import { required } from './required.ts';

test('addresses in special-purpose blocks are classified, and addresses next to such blocks are public', () => {
  const expected: Record<string, string> = {
    '9.255.255.255': 'public',
    '10.1.2.3': 'private',
    '11.0.0.1': 'public',
    '100.63.255.255': 'public',
    '100.64.0.1': 'shared',
    '100.128.0.1': 'public',
    '127.0.0.1': 'loopback',
    '169.254.1.1': 'link_local',
    '172.15.0.1': 'public',
    '172.31.0.1': 'private',
    '172.32.0.1': 'public',
    '192.0.2.1': 'documentation',
    '192.168.1.1': 'private',
    '198.19.0.1': 'benchmarking',
    '224.0.0.1': 'multicast',
    '255.255.255.255': 'reserved',
    '0.0.0.0': 'unspecified',
    '0.1.0.0': 'reserved',
    '8.8.8.8': 'public',
    '::': 'unspecified',
    '::1': 'loopback',
    '::ffff:10.0.0.1': 'private',
    '2001:db8::1': 'documentation',
    '2001:420::1': 'public',
    'fd00::1': 'private',
    'fe80::1': 'link_local',
    'ff02::1': 'multicast',
    '4000::1': 'reserved',
  };
  for (const [text, name] of Object.entries(expected)) assert.equal(ipClass(required(parseIpAddress(text))), name, text);
});

test('every class except public has an explanation', () => {
  for (const name of ipClasses) if (name !== 'public') assert.match(explainIpClass(name), /address/);
});
