import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseIpAddress } from '../../lib/ip-address.ts';
import { CompanyRangeFile } from './company-range-file.ts';
import { importFolder, openImportedDatabases } from './open-imported-databases.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-ranges-'));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(importFolder(folder), { recursive: true });
const path = join(importFolder(folder), 'own.csv');
writeFileSync(
  path,
  [
    'cidr,company,domain',
    '80.1.0.0/16,Acme,acme.com',
    '80.1.2.0/24,"Sub, Ltd",',
    'nonsense,Acme,',
    '80.2.0.0/16,,',
    '2001:db8::/32,Six,six.com',
    '80.1.2.7,,one.com',
  ].join('\n'),
);
const address = (text: string) => parseIpAddress(text)!;

test('the smallest block that contains an address wins', async () => {
  const file = await CompanyRangeFile.read(path);
  assert.equal(file.count, 4);
  assert.equal(file.find(address('80.1.1.1'))?.name, 'Acme');
  assert.equal(file.find(address('80.1.2.1'))?.name, 'Sub, Ltd');
  assert.equal(file.find(address('80.1.2.7'))?.domain, 'one.com');
  assert.equal(file.find(address('80.1.2.8'))?.name, 'Sub, Ltd');
  assert.equal(file.find(address('80.1.255.255'))?.name, 'Acme');
  assert.equal(file.find(address('2001:db8::9'))?.domain, 'six.com');
  assert.equal(file.find(address('80.3.0.0')), null);
  assert.equal(file.find(address('1.1.1.1')), null);
});

test('invalid lines are reported with number and reason', async () => {
  const { refused } = await CompanyRangeFile.read(path);
  assert.deepEqual(refused, [
    { line: 4, reason: '"nonsense" is not a block of addresses' },
    { line: 5, reason: 'neither company nor domain is given' },
  ]);
});

test('every imported file is searched; without any there is no result', async () => {
  const databases = await openImportedDatabases(folder);
  assert.deepEqual(
    databases.find(address('80.1.1.1')).map((match) => [match.database, match.company?.domain]),
    [['own.csv', 'acme.com']],
  );
  assert.equal(databases.location(address('80.1.1.1')), null);
  assert.deepEqual((await openImportedDatabases(join(folder, 'empty'))).find(address('80.1.1.1')), []);
});
