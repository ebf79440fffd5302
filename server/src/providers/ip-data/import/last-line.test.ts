import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { stageImport } from '../import-database.ts';

const samples = join(import.meta.dirname, '../../../../../tests/samples');
const folder = mkdtempSync(join(tmpdir(), 'leadlight-last-line-'));
after(() => rmSync(folder, { recursive: true }));

async function entriesOf(text: string): Promise<number | null> {
  const path = join(folder, 'file.csv');
  writeFileSync(path, text);
  const staged = await stageImport(folder, [path]);
  staged.cleanUp();
  return staged.entries;
}

const sample = (name: string) => readFileSync(join(samples, name), 'utf8').trimEnd();

const whole: [name: string, text: string, entries: number][] = [
  ['a city file of DB-IP', sample('dbip/dbip-city-lite.csv'), 3],
  ['a file of IP2Location, whose values are quoted', sample('ip2location/IP2LOCATION-LITE-DB11.CSV'), 3],
  ['blocks with a header', 'cidr,company,domain\n9.1.0.0/28,Acme Widgets,acme.com\n9.1.1.0/28,Bolt Works,bolt.com', 2],
  ['blocks with a header and without domains', 'cidr,company,domain\n9.1.0.0/28,Acme Widgets\n9.1.1.0/28,Bolt Works', 2],
  ['blocks of which some have no domain', '9.1.0.0/28,Acme Widgets,\n9.1.2.0/28,Nut Works,nut.com\n9.1.1.0/28,Bolt Works,', 3],
  ['blocks without a header', '9.1.0.0/28,Acme Widgets\n9.1.1.0/28,Bolt Works', 2],
  ['a single block', '9.1.0.0/28,Acme Widgets', 1],
  ['a quoted name with a line break', 'cidr,company\n9.1.0.0/28,Acme Widgets\n9.1.1.0/28,"Bolt\nWorks"', 2],
];

for (const [name, text, entries] of whole) {
  test(`${name}, without a line break at the end, is complete`, async () => {
    assert.equal(await entriesOf(text), entries);
    assert.equal(await entriesOf(`${text}\r\n`), entries);
  });
}

const own = 'cidr,company,domain\n9.1.0.0/28,Acme Widgets,acme.com\n9.1.1.0/28';
const city = sample('dbip/dbip-city-lite.csv');
const quoted = sample('ip2location/IP2LOCATION-LITE-DB11.CSV');
const cities = sample('ip2location/IP2LOCATION-LITE-DB3.IPV6.CSV');
const truncated: [name: string, text: string, problem: RegExp][] = [
  ['a city file of DB-IP', city.slice(0, -20), /truncated: line 3, its last, has \d of 8 columns and no line break/],
  ['a file of IP2Location within a quote', quoted.slice(0, -1), /truncated: a quote in line 3, its last, is not closed/],
  ['a file of IP2Location after a separator', cities.slice(0, cities.lastIndexOf(',') + 1), /has 5 of 6 columns/],
  ['blocks with a header, after the first column', own, /truncated: line 3, its last, has 1 of 3 columns/],
  ['blocks with a header, within a company', `${own},Bolt Wor`, /has 2 of 3 columns and no line break\. If it is complete, add/],
  ['blocks without a header', '9.1.0.0/28,Acme Widgets,acme.com\n9.1.1.0/28,Bolt Wor', /truncated: line 2, its last, has 2 of 3/],
  ['blocks of which some have no domain', '9.1.0.0/28,Acme,acme.com\n9.1.1.0/28,Nut Works\n9.1.2.0/28,Bolt Wor', /has 2 of 3 columns/],
  ['blocks after a separator', '9.1.0.0/28,Acme,acme.com\n9.1.1.0/28,Bolt Works,', /has 2 of 3 columns/],
];

for (const [name, text, problem] of truncated) {
  test(`a truncated file is rejected: ${name}`, async () => {
    await assert.rejects(entriesOf(text), problem);
  });
}

test('a truncated file of place names is rejected', async () => {
  const [blocks, locations] = [join(folder, 'City-Blocks-IPv4.csv'), join(folder, 'City-Locations-en.csv')];
  writeFileSync(blocks, sample('maxmind/GeoLite2-City-Blocks-IPv4.csv'));
  const names = sample('maxmind/GeoLite2-City-Locations-en.csv');
  writeFileSync(locations, names.slice(0, names.lastIndexOf(',') - 3));
  await assert.rejects(stageImport(folder, [blocks, locations]), /City-Locations-en\.csv is truncated/);
});
