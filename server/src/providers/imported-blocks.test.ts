import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { required } from '../lib/required.ts';
import { createCompanyIdentifier } from './create-company-identifier.ts';
import { stageImport } from './ip-data/import-database.ts';

const shipped = required(process.env.LEADLIGHT_TEST_DATA, 'LEADLIGHT_TEST_DATA');
const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-imported-blocks-'));
after(() => rmSync(dataDir, { recursive: true }));

/** Identifies an address with the shipped data and one imported file. */
async function identify(ip: string, file: string, content: string) {
  const path = join(dataDir, file);
  writeFileSync(path, content);
  const { name, database, cleanUp } = await stageImport(dataDir, [path]);
  try {
    const identifier = await createCompanyIdentifier(shipped, 0.5, false, [], { name, database });
    return identifier.identify(identifier.findFacts(ip));
  } finally {
    cleanUp();
  }
}

const numberOf = (ip: string) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

/** A row of IP2Location DB23 and higher, with usage types. */
const ip2LocationRow = (ip: string, isp: string, domain: string, usage = 'COM') =>
  [
    ...[numberOf(ip), numberOf(ip) + 255, 'DE', 'Germany', 'Berlin', 'Berlin', '52.52', '13.40', '10115', '+02:00', isp, domain],
    ...['DSL', '49', '030', 'GMXX0007', 'Berlin', '-', '-', '-', '34', usage],
  ]
    .map((value) => `"${value}"`)
    .join(',');

const companyRow = (ip: string, asn: number, name: string, domain: string) =>
  `start_ip,end_ip,name,domain,type,asn,as_name,as_domain,as_type,country\n${ip},${ip},"${name}",${domain},business,AS${asn},"${name}",${domain},isp,DE\n`;

const providers: [ip: string, asn: number, name: string, domain: string][] = [
  ['80.128.0.1', 3320, 'Deutsche Telekom AG', 'telekom.de'],
  ['73.0.0.1', 7922, 'Comcast Cable Communications LLC', 'comcast.net'],
  ['86.128.0.1', 2856, 'British Telecommunications PLC', 'bt.com'],
  ['5.9.0.1', 24940, 'Hetzner Online GmbH', 'hetzner.com'],
];

test('the holder of a provider network is never the company of its addresses, even if a vendor calls it a business', async () => {
  for (const [ip, asn, name, domain] of providers) {
    const located = await identify(ip, 'db24.csv', `${ip2LocationRow(ip, name, domain)}\n`);
    const listed = await identify(ip, 'company.csv', companyRow(ip, asn, name, domain));
    for (const { company, kind } of [located, listed]) {
      assert.equal(company, null, name);
      assert.notEqual(kind, 'business', name);
    }
  }
});

test("a provider's customer, which a vendor names, is the company of its block", async () => {
  for (const [ip] of providers) {
    const { company } = await identify(ip, 'db24.csv', `${ip2LocationRow(ip, 'Acme Widgets GmbH', 'acme-widgets.com')}\n`);
    assert.equal(company?.domain, 'acme-widgets.com', ip);
  }
});

test("a provider's own network for its staff, which was reviewed as a business, keeps its company", async () => {
  const [block = ''] = (await createCompanyIdentifier(shipped, 0.5)).blocksOf(43408, 1);
  const ip = block.slice(0, block.indexOf('/'));
  for (const content of [
    `${ip2LocationRow(ip, 'Orange Cyberdefense', 'orangecyberdefense.com')}\n`,
    companyRow(ip, 43408, 'Orange Cyberdefense', 'orangecyberdefense.com'),
  ])
    assert.equal((await identify(ip, 'office.csv', content)).company?.domain, 'orangecyberdefense.com');
});

test('an own block in a network that was reviewed as a VPN identifies its company', async () => {
  const { company, confidence } = await identify('162.247.72.1', 'own.csv', '162.247.72.0/24,Acme Widgets,acme-widgets.com\n');
  assert.deepEqual([company?.domain, confidence], ['acme-widgets.com', 0.8]);
});

test('the network in a database is used although the shipped list does not contain its number', async () => {
  const header = 'network,country,country_code,continent,continent_code,asn,as_name,as_domain';
  const lite = `${header}\n140.162.0.0/24,Germany,DE,Europe,EU,AS999999,Brandnew Telecom,brandnew.example.com\n`;
  const { company, network, kind } = await identify('140.162.0.1', 'lite.csv', lite);
  assert.deepEqual([company, network?.asn, network?.organization, kind], [null, 999_999, 'Brandnew Telecom', 'isp']);
});
