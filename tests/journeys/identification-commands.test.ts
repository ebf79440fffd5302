import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startCommandProcess } from '../kit/command-process.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { readJson } from '../kit/read-json.ts';
import { testDataDir } from '../kit/server-process.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';
import { sendVisit } from '../kit/visits.ts';

const audi = '143.164.1.10';
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const dataDir = testDataDir({ withIpData: true });
const environment = { DATABASE_URL: service.connection.url, DATA_DIR: dataDir };
const command = startCommandProcess();

async function json(...args: string[]) {
  const { code, stdout, stderr } = await command([...args, '--json'], environment);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

async function errorText(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await command(args, environment);
  assert.deepEqual([code, stdout], [1, '']);
  return stderr.trim();
}

async function leadNames(account: TestAccount): Promise<{ earlier: string[]; versioned: string[] }> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const dates = `start_date=${day(-1)}&end_date=${day(1)}`;
  const earlier = await fetch(`${service.url}/accounts/${account.accountId}/leads?${dates}`, {
    headers: { authorization: `Token token=${account.token}` },
  });
  const versioned = await fetch(`${service.url}/v1/web-visits/companies?account_id=${account.accountId}&include=company&${dates}`, {
    headers: { 'x-api-key': account.key },
  });
  assert.deepEqual([earlier.status, versioned.status], [200, 200]);
  const leads = await readJson<{ data: { attributes: { name: string } }[] }>(earlier);
  const companies = await readJson<{ data: { relationships: { company: { attributes: { name: string } } } }[] }>(versioned);
  return {
    earlier: leads.data.map(({ attributes }) => attributes.name),
    versioned: companies.data.map(({ relationships }) => relationships.company.attributes.name),
  };
}

test('a correction added by the command changes the leads in both APIs, and removing it restores them', async () => {
  const account = await service.newAccount();
  await sendVisit(service, account, { ip: audi, visitorId: 'a' });
  assert.deepEqual(await leadNames(account), { earlier: ['Audi'], versioned: ['Audi'] });
  const { id } = await json('correction', 'add', account.accountId, 'audi.com', '--company', 'siemens.com');
  await runQueuedJobs(service);
  assert.deepEqual(await leadNames(account), { earlier: ['Siemens'], versioned: ['Siemens'] });
  const [listed] = await json('correction', 'list', account.accountId);
  assert.deepEqual([listed.id, listed.target, listed.effect, listed.company_name], [id, 'audi.com', 'company', 'Siemens']);
  const [run] = await json('correction', 'progress', account.accountId);
  assert.deepEqual([run.status, run.visits_changed], ['completed', 1]);
  await json('rule', 'remove', account.accountId, id);
  await runQueuedJobs(service);
  assert.deepEqual(await leadNames(account), { earlier: ['Audi'], versioned: ['Audi'] });
});

test('identify accepts IPv4, IPv6 and IPv4-mapped IPv6, and shows the evidence', async () => {
  for (const ip of ['17.0.0.1', '::ffff:17.0.0.1']) {
    const response = await json('identify', ip);
    assert.deepEqual(
      [response.ip, response.kind, response.company.name, response.company.domain, response.level],
      ['17.0.0.1', 'business', 'Apple', 'apple.com', 'high'],
    );
    assert.deepEqual([response.network.asn, response.evidence[0].source, response.location.country_code], [714, 'as_organization', 'US']);
  }
  assert.equal((await json('identify', '2001:420::1')).company.domain, 'cisco.com');
  const provider = await json('identify', '91.152.1.10');
  assert.deepEqual([provider.kind, provider.company, provider.confidence, provider.network.organization], ['isp', null, 0, 'Elisa']);
  const { stdout } = await command(['identify', '17.0.0.1'], environment);
  assert.match(stdout, /^17\.0\.0\.1: Apple \(apple\.com\)\n {2}kind {8}business\n {2}confidence {2}0\.95 \(high\)\n/);
});

test('identify rejects private, reserved and malformed addresses with a message', async () => {
  assert.match(await errorText('identify', '10.1.2.3'), /^10\.1\.2\.3 is a private address/);
  assert.match(await errorText('identify', '203.0.113.7'), /examples in documents/);
  assert.match(await errorText('identify', 'fe80::1'), /link-local/);
  assert.match(await errorText('identify', '300.1.2.3'), /"300\.1\.2\.3" is not an IP address/);
});

test('identify uses corrections of an account and imported blocks', async () => {
  const account = await service.newAccount();
  await json('rule', 'add', account.accountId, audi, '--not-a-company');
  assert.equal((await json('identify', audi, '--account', account.accountId)).company, null);
  assert.equal((await json('identify', audi)).company.name, 'Audi');
  const file = join(dataDir, 'ranges.csv');
  writeFileSync(file, 'cidr,domain,company\n80.128.77.0/24,blocks.com,Blocks\nbad,blocks.com,\n');
  const dry = await command(['import', 'ip-ranges', file, '--dry-run'], environment);
  assert.equal(dry.code, 2);
  assert.match(dry.stdout, /^line 3: cidr must be a block .*\n2 lines read: 1 would be added, 0 would be updated, 1 rejected\.\n$/);
  assert.equal((await json('identify', '80.128.77.9')).company, null);
  await command(['import', 'ip-ranges', file], environment);
  assert.equal((await json('identify', '80.128.77.9')).company.name, 'Blocks');
});

test('data commands import, show, remove and recompute, and report errors', async () => {
  const account = await service.newAccount();
  const file = join(dataDir, 'own.csv');
  writeFileSync(file, 'cidr,company,domain\n80.128.88.0/24,Own,own-database.com\n');
  const { name, entries, refused, uses, imported } = await json('data', 'import', file, '--no-preview');
  assert.deepEqual(
    { name, entries, refused, uses, imported },
    { name: 'own.csv', entries: 1, refused: [], uses: ['company', 'domain'], imported: true },
  );
  assert.deepEqual((await json('data', 'show')).imported, ['own.csv']);
  assert.equal((await json('identify', '80.128.88.1')).company.domain, 'own-database.com');
  await json('data', 'remove', 'own.csv');
  assert.equal((await json('identify', '80.128.88.1')).company, null);
  assert.deepEqual(
    (await json('data', 'recompute', '--account', account.accountId)).map((run: { account_id: string }) => run.account_id),
    [account.accountId],
  );
  assert.match(await errorText('data', 'update', '--from', '/no/such/file.csv'), /There is no file/);
  assert.match(await errorText('data', 'recompute', '--account', '999999999'), /There is no account/);
  assert.match(await errorText('import', 'companies', '/no/such/file.csv'), /There is no file/);
  assert.match(await errorText('rule', 'add', account.accountId, audi), /exactly one of/);
});

test('a preview reports what the file would be used for and which visits would change, and imports nothing', async () => {
  const account = await service.newAccount();
  const telekom = '80.128.99.7';
  await sendVisit(service, account, { ip: telekom, visitorId: 'preview' });
  const file = join(dataDir, 'company.csv');
  writeFileSync(
    file,
    'start_ip,end_ip,name,domain,type,asn,as_name,as_domain,as_type,country\n' +
      '80.128.99.0,80.128.99.255,Muster Maschinenbau GmbH,muster-maschinenbau.de,business,AS3320,Deutsche Telekom AG,telekom.de,isp,DE\n' +
      `${audi},${audi},Hosting Pool,example.net,hosting,AS8796,Audi AG,audi.com,business,DE\n`,
  );
  const preview = await json('data', 'import', file, '--preview', '--account', account.accountId);
  assert.deepEqual([preview.recognized_as, preview.uses, preview.imported], ['IPinfo IP to Company', ['company', 'domain', 'kind'], false]);
  assert.equal(preview.probes.count, 1000);
  const [{ visits, named, renamed, unnamed, kind, examples }] = preview.preview;
  assert.deepEqual([visits, named, renamed, unnamed, kind], [1, 1, 0, 0, 1]);
  assert.deepEqual(examples, [{ before: 'nobody', after: 'Muster Maschinenbau (muster-maschinenbau.de)', visits: 1 }]);
  assert.deepEqual((await json('data', 'show')).imported, []);
  assert.equal((await json('identify', telekom)).company, null);
  for (const options of [
    ['--preview', '--no-preview'],
    ['--no-preview', '--preview'],
  ])
    assert.match(await errorText('data', 'import', file, ...options), /--preview and --no-preview/);
  assert.deepEqual((await json('data', 'show')).imported, []);
  const { stdout } = await command(['data', 'import', file, '--no-preview'], environment);
  assert.match(
    stdout,
    /^company\.csv was recognized as IPinfo IP to Company with 2 blocks; 0 lines rejected\.\nIt is used for:\n {2}company/,
  );
  assert.match(stdout, /of 1000 sample addresses\.\nImported company\.csv\./);
  const identified = await json('identify', telekom);
  assert.deepEqual([identified.company.domain, identified.kind], ['muster-maschinenbau.de', 'business']);
  // The imported kind of a block overrides the reviewed kind of its network.
  const silenced = await json('identify', audi);
  assert.deepEqual([silenced.kind, silenced.company], ['hosting', null]);
  await json('data', 'remove', 'company.csv');
});

test('importing records without a city changes neither the city nor the company, and data update rejects a file that only data import accepts', async () => {
  const before = (await json('identify', '1.0.16.5')).location;
  assert.notEqual(before.city, null);
  for (const form of ['mmdb', 'csv', 'json']) {
    await json('data', 'import', join(import.meta.dirname, `../samples/ipinfo/ipinfo_lite_sample.${form}`), '--no-preview');
    const { location, company } = await json('identify', '1.0.16.5');
    assert.deepEqual([location, company], [before, null], form);
    await json('data', 'remove', `ipinfo_lite_sample.${form}`);
  }
  assert.match(
    await errorText('data', 'update', '--from', join(import.meta.dirname, '../samples/maxmind/GeoLite2-ASN-Test.mmdb')),
    /recognized as GeoLite2 ASN.*leadlight data import/,
  );
});

test('registry files are imported only after their terms are accepted, which is recorded in the audit log', async () => {
  const file = join(import.meta.dirname, '../samples/registry/ripe-traps.db');
  assert.match(await errorText('data', 'import', file, '--no-preview'), /--format rpsl/);
  const shown = await errorText('data', 'import', file, '--format', 'rpsl', '--no-preview');
  assert.match(shown, /RIPE Database: .*direct marketing.*https:/s);
  assert.match(shown, /--accept-terms/);
  const lacnic = join(dataDir, 'lacnic.db');
  writeFileSync(lacnic, readFileSync(file, 'latin1').replaceAll(/^source: .*$/gm, 'source: LACNIC'), 'latin1');
  assert.match(await errorText('data', 'import', lacnic, '--format', 'rpsl', '--no-preview'), /Source LACNIC: .*does not know the terms/);
  assert.deepEqual((await json('data', 'show')).imported, []);
  assert.deepEqual(await json('audit', '--action', 'data.terms_accepted'), []);
  const { objects, imported, uses } = await json('data', 'import', file, '--format', 'rpsl', '--accept-terms', '--no-preview');
  assert.deepEqual([objects, imported, uses], [64, true, ['company']]);
  assert.deepEqual((await json('data', 'show')).imported, ['registries']);
  assert.equal((await json('identify', '80.128.0.1')).company.name, 'Muster Maschinenbau');
  const [entry] = await json('audit', '--action', 'data.terms_accepted');
  assert.deepEqual([entry.subject.id, entry.detail.files], ['RIPE', ['ripe-traps.db']]);
  await json('data', 'remove', 'registries');
});
