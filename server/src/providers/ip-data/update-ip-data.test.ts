import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parseIpAddress } from '../../lib/ip-address.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { portOf } from '../../lib/port-of.ts';
import { required } from '../../lib/required.ts';
import { listDatabases, removeDatabase, stageImport } from './import-database.ts';
import { ipDataSources, shippedIpData } from './ip-data-sources.ts';
import { openImportedDatabases } from './open-imported-databases.ts';
import { openIpData } from './open-ip-data.ts';
import { deleteUpdates, updateIpData } from './update-ip-data.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-update-'));
after(() => rmSync(dataDir, { recursive: true }));
const address = (text: string) => required(parseIpAddress(text));
const rows = Array.from({ length: 20 }, (_, index) => `20.0.${index}.0,20.0.${index}.255,12331,Audi AG`);
const shippedPath = join(dataDir, 'shipped.csv');
const ipv6Path = join(dataDir, 'shipped6.csv');
writeFileSync(shippedPath, rows.join('\n'));
writeFileSync(ipv6Path, '2001:420::,2001:420:ffff:ffff:ffff:ffff:ffff:ffff,109,Cisco\n');
const shipped = { ...shippedIpData(), networks: { ipv4Path: shippedPath, ipv6Path, version: '1' } };
const newer = rows.join('\n').replaceAll('Audi AG', 'Newer Name AG');

const serve = async (status: number, body: string) => {
  const server = createServer((_req, res) => res.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return `http://127.0.0.1:${portOf(server)}/asn.csv`;
};

test('newer networks take effect, from a file or by URL, and can be reset', async () => {
  const path = join(dataDir, 'newer.csv');
  writeFileSync(path, newer);
  for (const from of [path, await serve(200, newer)]) {
    assert.equal((await openIpData(dataDir, shipped)).networks.system(12331)?.organization, 'Audi AG');
    assert.deepEqual(await updateIpData(dataDir, from, shipped), { file: 'asn-ipv4.csv', ranges: 20, rejectedLines: [] });
    const opened = await openIpData(dataDir, shipped);
    assert.equal(opened.networks.system(12331)?.organization, 'Newer Name AG');
    assert.equal(opened.networks.system(109)?.organization, 'Cisco');
    assert.notEqual(opened.networks.version, '1');
    await deleteUpdates(dataDir, shipped);
  }
});

test('a file of IPv6 networks is distinguished from one of IPv4 networks', async () => {
  const path = join(dataDir, 'newer6.csv');
  writeFileSync(path, '42540528726795050063891204319802818560,42540528727329395276160870415022948351,2500,WIDE Project\n');
  assert.equal((await updateIpData(dataDir, path, shipped)).file, 'asn-ipv6.csv');
  assert.equal((await openIpData(dataDir, shipped)).networks.find(address('2001:200::1'))?.system.asn, 2500);
  await deleteUpdates(dataDir, shipped);
});

test('a truncated, wrong or missing file is rejected without changes', async () => {
  const cut = join(dataDir, 'cut.csv');
  writeFileSync(cut, '1.0.0.0,1.0.0.255,13335,"Cloudflare, Inc."\n');
  await assert.rejects(updateIpData(dataDir, cut, shipped), /truncated/);
  const other = join(dataDir, 'other.csv');
  writeFileSync(other, 'name,city\nAcme,Berlin\n');
  await assert.rejects(updateIpData(dataDir, other, shipped), /first,last,asn/);
  await assert.rejects(updateIpData(dataDir, join(dataDir, 'absent.csv'), shipped), /There is no file/);
  await assert.rejects(updateIpData(dataDir, await serve(404, ''), shipped), /responds with 404/);
  const unreadable = join(dataDir, 'folder.csv.gz');
  mkdirSync(unreadable);
  await assert.rejects(updateIpData(dataDir, unreadable, shipped), { code: 'EISDIR' });
  assert.deepEqual(ipDataSources(dataDir, shipped), shipped);
});

test('a download that ends early is rejected with its URL, even if it is compressed', async () => {
  const server = createServer((_req, res) => {
    res.writeHead(200, { 'content-length': '100000' });
    res.write(gzipSync(newer), () => res.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  for (const name of ['asn.csv', 'asn.csv.gz']) {
    const url = `http://127.0.0.1:${portOf(server)}/${name}`;
    await assert.rejects(updateIpData(dataDir, url, shipped), (error: Error) => {
      assert.ok(error instanceof OperatorError);
      assert.ok(error.message.startsWith(`${url} cannot be read: `), error.message);
      return true;
    });
  }
  assert.deepEqual(ipDataSources(dataDir, shipped), shipped);
});

test('databases of the operator are validated, used and removed', async () => {
  const ranges = join(dataDir, 'own.csv');
  writeFileSync(ranges, 'cidr,company,domain\n80.128.0.0/24,Acme,acme.com\nx,Acme,\n');
  const staged = await stageImport(dataDir, [ranges]);
  assert.deepEqual([staged.name, staged.entries, staged.refused], ['own.csv', 1, [{ line: 3, reason: '"x" is not a block of addresses' }]]);
  assert.deepEqual(listDatabases(dataDir), []);
  staged.commit();
  const places = join(dataDir, 'places.mmdb');
  copyFileSync(shipped.locations.ipv4Path, places);
  (await stageImport(dataDir, [places])).commit();
  assert.deepEqual(listDatabases(dataDir), ['own.csv', 'places.mmdb']);
  const databases = await openImportedDatabases(dataDir);
  assert.deepEqual(
    databases.find(address('80.128.0.9')).map(({ company }) => company?.domain),
    ['acme.com'],
  );
  assert.equal(databases.location(address('143.164.1.10'))?.city, 'Ingolstadt');
  assert.equal(databases.location(address('2001:420::1')), null);
  removeDatabase(dataDir, 'own.csv');
  assert.deepEqual(listDatabases(dataDir), ['places.mmdb']);
  writeFileSync(join(dataDir, 'broken.mmdb'), 'nothing');
  await assert.rejects(stageImport(dataDir, [join(dataDir, 'broken.mmdb')]), /not recognized/);
  await assert.rejects(stageImport(dataDir, [join(dataDir, 'list.xlsx')]), /There is no file/);
  assert.throws(() => removeDatabase(dataDir, '../../secret'), /no imported database/);
});
