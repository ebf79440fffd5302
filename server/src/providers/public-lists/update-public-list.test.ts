import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { recordSpans } from '../../../../tests/kit/record-spans.ts';
import { parseIpAddress } from '../../lib/ip-address.ts';
import { parseIpRange } from '../../lib/ip-range.ts';
import { itemAt } from '../../lib/item-at.ts';
import { portOf } from '../../lib/port-of.ts';
import { required } from '../../lib/required.ts';
import { openPublicLists } from './open-public-lists.ts';
import { publicLists } from './public-lists.ts';
import { listFolder, readStoredList } from './stored-list.ts';
import { updatePublicList } from './update-public-list.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-lists-'));
let response: (req: IncomingMessage, res: ServerResponse) => void = (_, res) => res.end();
let requests: IncomingMessage[] = [];
const server = createServer((req, res) => {
  requests.push(req);
  response(req, res);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${portOf(server)}/list`;
const now = new Date('2026-11-01T00:00:00Z');
beforeEach(() => {
  requests = [];
  rmSync(listFolder(dataDir), { recursive: true, force: true });
});
after(() => {
  server.closeAllConnections();
  server.close();
  rmSync(dataDir, { recursive: true });
});

const listOf = (name: string) => required(publicLists.find((list) => list.name === name));
const update = (name: string, options: { timeoutMs?: number; urls?: string[] } = {}) =>
  updatePublicList(dataDir, listOf(name), { now, urls: [url], ...options });
const send = (body: string, type: string, headers: Record<string, string> = {}) => {
  response = (_, res) => res.writeHead(200, { 'content-type': type, ...headers }).end(body);
};
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `185.220.${index >> 8}.${index & 255}`);
const kindsAt = (ip: string) =>
  openPublicLists(dataDir)
    .databases.find(required(parseIpAddress(ip)))
    .map(({ database, kind }) => `${database} ${kind}`);

test('every list is parsed in its publisher’s format', async () => {
  const google = JSON.stringify({
    creationTime: '2026-10-01',
    prefixes: [...addresses(150).map((ip) => ({ ipv4Prefix: `${ip}/32` })), { ipv6Prefix: '2001:4860:4801:10::/64' }],
  });
  const samplesByList: Record<string, [body: string, type: string, address: string, kind: string]> = {
    'tor-exits': [`${addresses(150).join('\n')}\n`, 'text/plain; charset=utf-8', '185.220.0.9', 'relay'],
    'icloud-private-relay': [
      `172.224.224.0/27,GB,GB-EN,London,\n2a02:26f7:64::/64,US,US-CA,Fresno,\n${addresses(1000)
        .map((ip) => `${ip}/32,US,US-NY,New York,`)
        .join('\n')}\n`,
      'text/csv',
      '172.224.224.9',
      'relay',
    ],
    aws: [
      JSON.stringify({
        syncToken: '1',
        prefixes: addresses(600).map((ip) => ({ ip_prefix: `${ip}/32`, region: 'eu-west-1', service: 'EC2' })),
        ipv6_prefixes: [{ ipv6_prefix: '2600:1f14::/35', region: 'us-west-2' }],
      }),
      'application/json',
      '2600:1f14::1',
      'hosting',
    ],
    'google-cloud': [google, 'application/json', '2001:4860:4801:10::5', 'hosting'],
    'oracle-cloud': [
      JSON.stringify({
        last_updated_timestamp: '2026',
        regions: [{ region: 'eu', cidrs: addresses(150).map((ip) => ({ cidr: `${ip}/32`, tags: ['OCI'] })) }],
      }),
      'application/json',
      '185.220.0.3',
      'hosting',
    ],
    cloudflare: [
      `${addresses(12)
        .map((ip) => `${ip}/32`)
        .join('\n')}`,
      'text/plain',
      '185.220.0.3',
      'cdn',
    ],
    googlebot: [google, 'application/json', '185.220.0.3', 'crawler'],
    bingbot: [google, 'application/json', '185.220.0.3', 'crawler'],
    azure: [
      JSON.stringify({
        changeNumber: 1,
        cloud: 'Public',
        values: [{ name: 'AzureCloud', properties: { addressPrefixes: addresses(600).map((ip) => `${ip}/32`) } }],
      }),
      'application/json',
      '185.220.0.3',
      'hosting',
    ],
  };
  for (const [name, [body, type, address, kind]] of Object.entries(samplesByList)) {
    rmSync(listFolder(dataDir), { recursive: true, force: true });
    send(body, type);
    assert.equal((await update(name)).isNew, true, name);
    assert.deepEqual(kindsAt(address), [`${name} ${kind}`], name);
    assert.deepEqual(kindsAt('8.8.8.8'), [], name);
  }
  send(
    `asn,org,country,category,network_role,openasn_flags\n${Array.from({ length: 1200 }, (_, index) => `${index + 1},"Org, Inc.",US,hosting,stub,bad_asn`).join('\n')}\n5000,Mob,,isp,access_provider,mobile_carrier\n5001,Firm,US,business,stub,\n5002,Tunnel,,,,bad_asn|vpn_provider\n`,
    'text/csv',
  );
  assert.equal((await update('openasn')).entries, 1202);
  const { kindsByAsn } = openPublicLists(dataDir);
  assert.deepEqual(
    [1, 5000, 5001, 5002].map((asn) => kindsByAsn.get(asn)),
    ['hosting', 'mobile', undefined, 'vpn'],
  );
});

test('a block that is only partly in a list counts as differing, so that a past visit from a Tor exit is still recognized', async () => {
  send(`${addresses(100).join('\n')}\n185.221.8.1\n2001:67c:6ec:203::/64`, 'text/plain');
  const spans = await recordSpans(() => update('tor-exits'));
  const attributes = { 'http.request.method': 'GET', 'leadlight.list': 'tor-exits', 'http.response.status_code': 200 };
  assert.deepEqual(spans, [{ name: 'GET public list', kind: 'client', attributes }]);
  const matchIn = (block: string) => {
    const [found] = openPublicLists(dataDir).databases.findInBlock(required(parseIpRange(block)));
    return typeof found?.match === 'object' ? (found.match?.kind ?? null) : found?.match;
  };
  const blocks = ['185.220.0.0/24', '185.221.8.0/24', '185.221.8.1/32', '185.221.9.0/24', '185.221.7.0/24', '2001:67c:6ec::/48'];
  assert.deepEqual(blocks.map(matchIn), ['differs', 'differs', 'relay', null, null, 'differs']);
  assert.equal(matchIn('2001:67c:6ec:203::/80'), 'relay');
});

test('an unchanged list is not downloaded again', async () => {
  send(addresses(150).join('\n'), 'text/plain', { etag: '"v1"', 'last-modified': 'Sun, 01 Nov 2026 00:00:00 GMT' });
  await update('tor-exits');
  response = (_, res) => res.writeHead(304).end();
  assert.deepEqual(await update('tor-exits'), { name: 'tor-exits', isNew: false, entries: 150 });
  assert.deepEqual(
    [itemAt(requests, 1).headers['if-none-match'], itemAt(requests, 1).headers['if-modified-since']],
    ['"v1"', 'Sun, 01 Nov 2026 00:00:00 GMT'],
  );
});

test('an invalid list is rejected with a reason, and the previous one stays in use', async () => {
  send(addresses(200).join('\n'), 'text/plain');
  await update('tor-exits');
  const faults: [RegExp, typeof response][] = [
    [/responds with 500/, (_, res) => res.writeHead(500).end()],
    [/responds with text\/html/, (_, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>sorry</html>')],
    [/sends a web page/, (_, res) => res.writeHead(200, { 'content-type': 'text/plain' }).end('<!DOCTYPE html><html></html>')],
    [/responds with image\/png/, (_, res) => res.writeHead(200, { 'content-type': 'image/png' }).end('x')],
    [/at least 100 were expected/, (_, res) => res.writeHead(200, { 'content-type': 'text/plain' }).end(addresses(90).join('\n'))],
    [
      /not a plausible address block/,
      (_, res) => res.writeHead(200, { 'content-type': 'text/plain' }).end(`${addresses(200).join('\n')}\n0.0.0.0/0`),
    ],
    [
      /not a plausible address block/,
      (_, res) => res.writeHead(200, { 'content-type': 'text/plain' }).end(`${addresses(200).join('\n')}\n185.2`),
    ],
    [/more than 1 MB/, (_, res) => res.writeHead(200, { 'content-type': 'text/plain' }).end('1.2.3.4\n'.repeat(200_000))],
    [
      /cannot be read/,
      (_, res) => {
        res.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100000' });
        res.write(addresses(150).join('\n'), () => res.destroy());
      },
    ],
  ];
  for (const [message, fault] of faults) {
    response = fault;
    await assert.rejects(update('tor-exits'), message);
    assert.equal(required(readStoredList(dataDir, 'tor-exits')).entries.length, 200, String(message));
  }
  response = (_, res) => void res.writeHead(200, { 'content-type': 'text/plain' }).write('1.2.3.4\n');
  await assert.rejects(update('tor-exits', { timeoutMs: 200 }), /took longer than 0.2 seconds/);
  send('{"prefixes": [{"ip_pre', 'application/json');
  await assert.rejects(update('aws'), /expected format; it may be truncated/);
  // Google responds like this at a URL from which it has moved a list.
  send('{"Action needed": "update the location you are fetching from"}', 'application/json');
  await assert.rejects(update('googlebot'), /does not have the expected format/);
  assert.deepEqual(readdirSync(listFolder(dataDir)), ['tor-exits.json']);
});

test('a damaged stored list is not used, and the next update replaces it', async () => {
  send(addresses(200).join('\n'), 'text/plain', { etag: '"v1"' });
  await update('tor-exits');
  const path = join(listFolder(dataDir), 'tor-exits.json');
  for (const damaged of ['', readFileSync(path, 'utf8').slice(0, 1000)]) {
    writeFileSync(path, damaged);
    assert.deepEqual(kindsAt('185.220.0.9'), []);
    assert.deepEqual(await update('tor-exits'), { name: 'tor-exits', isNew: true, entries: 200 });
    assert.deepEqual(kindsAt('185.220.0.9'), ['tor-exits relay']);
  }
});

test("Azure's file is found through the page that links to it", async () => {
  const list = { ...listOf('azure'), link: new RegExp(`${url.replace('/list', '')}/ServiceTags_Public_\\d+\\.json`) };
  const body = JSON.stringify({ values: [{ properties: { addressPrefixes: addresses(600).map((ip) => `${ip}/32`) } }] });
  response = (req, res) =>
    req.url === '/list'
      ? res
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<html><a href="${url.replace('/list', '')}/ServiceTags_Public_20261102.json">x</a>`)
      : res.writeHead(200, { 'content-type': 'application/octet-stream' }).end(body);
  assert.equal((await updatePublicList(dataDir, list, { now, urls: [url] })).entries, 600);
  response = (_, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>maintenance</html>');
  await assert.rejects(updatePublicList(dataDir, list, { now, urls: [url] }), /does not link to a file/);
});
