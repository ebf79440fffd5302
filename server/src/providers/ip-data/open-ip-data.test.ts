import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { LocationDirectory } from '../../domain/identification/location-directory.ts';
import { formatIpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { required } from '../../lib/required.ts';
import { openNetworks } from './open-ip-data.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-ip-data-'));
after(() => rmSync(folder, { recursive: true }));

const ipv4Path = join(folder, 'asn-ipv4.csv');
const ipv6Path = join(folder, 'asn-ipv6.csv');
const tablePath = join(folder, 'networks.bin');

writeFileSync(
  ipv4Path,
  [
    '1.0.0.0,1.0.0.255,13335,"Cloudflare, Inc."',
    // Addresses may be numbers, and where two ranges overlap, the smaller one takes precedence.
    '33554432,33619967,749,United States Department of Defense (DoD)',
    '33619712,33620223,721,DoD Network Information Center',
    'nonsense,1.2.3.4,1,Nobody',
    '91.152.0.0,91.159.255.255,719,RIPE Network Coordination Centre',
    '223.255.255.0,223.255.255.255,64500,Last & Sons GmbH',
  ].join('\n'),
);
writeFileSync(
  ipv6Path,
  ['2001:420::,2001:420:ffff:ffff:ffff:ffff:ffff:ffff,109,"CISCO SYSTEMS, INC."', '2001:db8::,2001:db8::ff,749,'].join('\n'),
);

const locations: LocationDirectory = {
  version: 'places-1',
  find: (address) => ({
    countryCode: formatIpAddress(address).startsWith('91.') ? 'FI' : 'US',
    region: null,
    city: null,
    postalCode: null,
    latitude: null,
    longitude: null,
  }),
};
const open = (version = '1') => openNetworks(tablePath, { ipv4Path, ipv6Path, version }, locations);
const asnOf = (networks: Awaited<ReturnType<typeof open>>, ip: string) => networks.find(required(parseIpAddress(ip)))?.system.asn ?? null;

test('addresses of both versions are found, including the ends of ranges', async () => {
  const networks = await open();
  assert.equal(asnOf(networks, '1.0.0.0'), 13335);
  assert.equal(asnOf(networks, '1.0.0.255'), 13335);
  assert.equal(asnOf(networks, '1.0.1.0'), null);
  assert.equal(asnOf(networks, '0.255.255.255'), null);
  assert.equal(asnOf(networks, '91.159.255.255'), 719);
  assert.equal(asnOf(networks, '223.255.255.255'), 64500);
  assert.equal(asnOf(networks, '2001:420::1'), 109);
  assert.equal(asnOf(networks, '2001:420:ffff:ffff:ffff:ffff:ffff:ffff'), 109);
  assert.equal(asnOf(networks, '2001:421::'), null);
  assert.equal(asnOf(networks, '2001:db8::100'), null);
  assert.equal(asnOf(networks, '::ffff:1.0.0.7'), 13335);
});

test('where ranges overlap, the smaller one takes precedence', async () => {
  const networks = await open();
  assert.equal(asnOf(networks, '2.0.254.255'), 749);
  assert.equal(asnOf(networks, '2.0.255.0'), 721);
  assert.equal(asnOf(networks, '2.1.0.255'), 721);
});

test('systems have repaired names, sizes and countries', async () => {
  const networks = await open();
  assert.deepEqual(networks.system(719), {
    asn: 719,
    organization: null,
    countryCode: 'FI',
    ipv4AddressCount: 524288,
    ipv4RangeCount: 1,
    ipv6RangeCount: 0,
    mainIpv4Address: 91 * 2 ** 24 + 152 * 2 ** 16,
  });
  assert.equal(networks.system(749)?.organization, 'United States Department of Defense (DoD)');
  assert.equal(networks.system(749)?.ipv6RangeCount, 1);
  assert.equal(networks.system(64500)?.organization, 'Last & Sons GmbH');
  assert.equal(networks.system(4711), null);
});

test('the ranges of a system are listed up to a limit, IPv4 first', async () => {
  const networks = await open();
  const ends = networks.rangesOf(749, 5).map(({ first, last }) => [formatIpAddress(first), formatIpAddress(last)]);
  assert.deepEqual(ends, [
    ['2.0.0.0', '2.0.254.255'],
    ['2001:db8::', '2001:db8::ff'],
  ]);
  assert.equal(networks.rangesOf(749, 1).length, 1);
  assert.deepEqual(networks.rangesOf(4711, 5), []);
});

test('the compiled table is not rebuilt if the data has not changed', async () => {
  await open();
  const builtAtMs = statSync(tablePath).mtimeMs;
  assert.equal(asnOf(await open(), '1.0.0.1'), 13335);
  assert.equal(statSync(tablePath).mtimeMs, builtAtMs);
});

test('an outdated, truncated or damaged table is rebuilt', async () => {
  await open();
  const whole = readFileSync(tablePath);
  await open('2');
  assert.notDeepEqual(readFileSync(tablePath), whole);

  truncateSync(tablePath, 100);
  assert.equal(asnOf(await open('2'), '2001:420::1'), 109);

  const damaged = readFileSync(tablePath);
  damaged.writeUInt8(damaged.readUInt8(damaged.length - 9) ^ 255, damaged.length - 9);
  writeFileSync(tablePath, damaged);
  assert.equal((await open('2')).system(64500)?.organization, 'Last & Sons GmbH');
  assert.notDeepEqual(readFileSync(tablePath), damaged);
});

test('a file in another format is rejected', async () => {
  const wrong = join(folder, 'wrong.csv');
  writeFileSync(wrong, 'name,city\nAcme,Berlin\n');
  await assert.rejects(openNetworks(join(folder, 'none.bin'), { ipv4Path: wrong, ipv6Path, version: '1' }, null), /first,last,asn/);
});

test('a folder that cannot be written is reported before the data is compiled', async () => {
  const compile = () => assert.fail('The data was compiled.');
  await assert.rejects(openNetworks(join(ipv4Path, 'networks.bin'), { ipv4Path, ipv6Path, version: '9' }, locations, compile), {
    code: 'ENOTDIR',
  });
});
