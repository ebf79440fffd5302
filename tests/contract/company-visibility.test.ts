import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { mergeConfirmedCompanies } from '../../server/src/domain/company-merges/merge-confirmed-companies.ts';
import { searchCompanyIds } from '../../server/src/domain/company-search/search-companies.ts';
import { importCompanies } from '../../server/src/domain/imports/import-companies.ts';
import { importIpRanges } from '../../server/src/domain/imports/import-ip-ranges.ts';
import type { Importer } from '../../server/src/domain/imports/importer.ts';
import { runImport } from '../../server/src/domain/imports/run-import.ts';
import { loadSeed } from '../../server/src/domain/seed/load-seed.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { readImportFile } from '../../server/src/providers/read-import-file.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { addressOfSap } from '../kit/create-sample-records.ts';
import { testDatabase } from '../kit/database.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService, type TestAccount, type TestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';
import { companyNameOfVisit, runReattributions, sendVisit, visitCountsByLead } from '../kit/visits.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-directory-'));
after(() => rmSync(folder, { recursive: true }));
const environment = { TRUST_PROXY: 'loopback' };
/** A residential address, which does not identify a company. */
const home = '91.64.10.20';

async function importInto<Row>({ ctx }: TestService, importer: Importer<Row>, ...lines: string[]) {
  const path = join(folder, `${Math.random()}`);
  writeFileSync(path, lines.join('\n'));
  const { refused, added } = await runImport(ctx, importer, readImportFile(path), { dryRun: false });
  assert.deepEqual(refused, []);
  return added;
}

/** Assigns an address to a company with a correction, as a user does in the web application. Returns the id of the company. */
async function addCorrection(service: TestService, { accountId, email }: TestAccount, company: string, companyName: string, target = home) {
  const browser = new BrowserSession(service);
  await browser.signIn(email);
  const path = `/accounts/${accountId}/corrections`;
  const response = await browser.send('POST', path, { target, effect: 'company', company, companyName });
  assert.equal(response.status, 201, JSON.stringify(response.body));
  const { rows } = await sql<{ company_id: string }>`
    select company_id from corrections where account_id = ${accountId} order by id desc limit 1`.execute(service.ctx.db);
  return firstOf(rows).company_id;
}

/** Searches the directory for a company with every operation of the versioned API that could reveal it. */
async function lookUp(
  service: TestService,
  { accountId, key }: TestAccount,
  { id, name, domain }: { id: string; name: string; domain: string },
) {
  const call = v1Client(service, { key });
  const account = `account_id=${accountId}`;
  const search = await call(`/v1/companies/search?${account}`, { body: { search_terms: [name] } });
  assert.equal(search.status, 200, JSON.stringify(search.body));
  const byDomain = await call(`/v1/companies/search?${account}`, { body: { search_terms: [domain] } });
  const match = await call(`/v1/companies/match?${account}`, {
    body: { companies: [{ company_name: name }, { url: `https://${domain}` }, { email: `ann@${domain}` }] },
  });
  assert.equal(match.status, 200, JSON.stringify(match.body));
  const get = await call(`/v1/companies/${id}?${account}`);
  const retrieve = await call(`/v1/companies?${account}&ids=${id}`);
  const ips = await call(`/v1/companies/ips?${account}&company_ids=${id}`);
  const matches = await call(`/v1/icps/company-matches?${account}&company_ids=${id}`);
  const signals = await call(`/v1/companies/signals/search?${account}`, { body: { company_ids: [id] } });
  const enrich = await call(`/v1/ip/enrich?${account}&ip=${home}&include=company`);
  const includesCompany = (data: { id: string }[]) => data.filter((company) => company.id === id).length > 0;
  return {
    search: includesCompany(search.body.data),
    byDomain: includesCompany(byDomain.body.data),
    match: match.body.data.map(includesCompany),
    get: get.status,
    text: JSON.stringify([search, byDomain, match, get, retrieve, ips, matches, signals, enrich].map(({ body }) => body)),
  };
}

// All services start before the first test: if the tests finished while the file still loads, its `after` hooks would run too early.
const { requestDatabases: _, ...bare } = await testDatabase();
const services = {
  'with row-level security': await startTestService({ environment }),
  'without row-level security': await startTestService({ environment, connection: bare }),
};
const service = await startTestService({ environment });
const { ctx } = service;

for (const [isolation, service] of Object.entries(services)) {
  const { ctx } = service;
  const credits = 100_000;

  test(`a company named by one account is visible only to that account, ${isolation}`, async () => {
    const [alpha, beta] = [await service.newAccount({ credits }), await service.newAccount({ credits })];
    const company = { name: 'Zweckform Geheimbau', domain: 'zweckform-geheimbau.com' };
    const id = await addCorrection(service, beta, company.domain, company.name);
    const own = await lookUp(service, beta, { id, ...company });
    assert.deepEqual({ ...own, text: '' }, { search: true, byDomain: true, match: [true, true, true], get: 200, text: '' });
    assert.match(own.text, /Zweckform/);
    const foreign = await lookUp(service, alpha, { id, ...company });
    assert.deepEqual({ ...foreign, text: '' }, { search: false, byDomain: false, match: [false, false, false], get: 404, text: '' });
    assert.doesNotMatch(foreign.text, /zweckform/i);
    // Nor can another account tag the company, add it to a list or use it in a correction.
    const call = v1Client(service, alpha);
    const account = `account_id=${alpha.accountId}`;
    const list = await call(`/v1/lists?${account}`, { body: { data: { type: 'list', attributes: { name: 'Mine', scope: 'company' } } } });
    const added = await call(`/v1/companies/${id}/lists?${account}`, { body: { data: [{ type: 'list', id: list.body.data.id }] } });
    assert.equal(added.status, 404);
    const items = [{ type: 'company', id }];
    const job = await call(`/v1/lists/batch-add-to-list-jobs?${account}`, {
      body: { data: { type: 'batch_add_to_list_job', attributes: { list_id: list.body.data.id, items } } },
    });
    assert.equal(job.status, 202, JSON.stringify(job.body));
    await runQueuedJobs(service);
    const listed = await call(`/v1/lists/${list.body.data.id}/items?${account}`);
    assert.deepEqual(listed.body.data, []);
    const tag = (await call(`/v1/tags?${account}`, { body: { data: { type: 'tag', attributes: { name: 'Rival', color: 1 } } } })).body.data;
    const tagged = await call(`/v1/companies/${id}/tags?${account}`, { body: { data: [{ type: 'tag', id: tag.id }] } });
    assert.equal(tagged.status, 404);
    const tagJob = await call(`/v1/tags/batch-add-tags-jobs?${account}`, {
      body: { data: { type: 'batch_add_tags_job', attributes: { tag_ids: [tag.id], items } } },
    });
    assert.equal(tagJob.status, 202, JSON.stringify(tagJob.body));
    await runQueuedJobs(service);
    const browser = new BrowserSession(service);
    await browser.signIn(alpha.email);
    const ofLeads = await browser.send('POST', `/accounts/${alpha.accountId}/leads/tags`, { companyIds: [id], tagId: tag.id, isOn: true });
    assert.deepEqual(ofLeads.body, { changed: [] });
    const tags = await ctx.db.selectFrom('lead_tags').select('company_id').where('account_id', '=', alpha.accountId).execute();
    assert.deepEqual(tags, []);
    const named = await browser.send('POST', `/accounts/${alpha.accountId}/corrections`, { target: home, effect: 'company', company: id });
    assert.equal(named.status, 404);
  });

  test(`two accounts that name the same domain see separate companies until an import confirms it, then one, ${isolation}`, async () => {
    const [alpha, beta] = [await service.newAccount({ credits }), await service.newAccount({ credits })];
    const domain = 'rivalenwerk.com';
    const first = await addCorrection(service, beta, domain, 'Rivalen of Beta');
    const second = await addCorrection(service, alpha, domain, 'Rivalen of Alpha');
    assert.notEqual(first, second);
    const visit = await sendVisit(service, alpha, { ip: home, visitorId: 'a' });
    await sendVisit(service, beta, { ip: home, visitorId: 'b' });
    assert.equal(await companyNameOfVisit(service, alpha, visit), 'Rivalen of Alpha');
    assert.doesNotMatch((await lookUp(service, alpha, { id: first, name: 'Rivalen', domain })).text, /of Beta/);
    assert.doesNotMatch((await lookUp(service, beta, { id: second, name: 'Rivalen', domain })).text, /of Alpha/);

    assert.equal(await importInto(service, importCompanies, 'domain,name', `${domain},Rivalenwerk AG`), 1);
    assert.deepEqual(await mergeConfirmedCompanies(ctx), { merged: 1 });
    for (const account of [alpha, beta]) await runReattributions(service, account);
    // The older company keeps its id, and the id of the other one redirects to it. Neither name entered by a user remains.
    for (const account of [alpha, beta]) {
      const result = await lookUp(service, account, { id: first, name: 'Rivalenwerk AG', domain });
      assert.deepEqual({ ...result, text: '' }, { search: true, byDomain: true, match: [true, true, true], get: 200, text: '' });
      assert.doesNotMatch(result.text, /of Alpha|of Beta/);
      assert.deepEqual(await visitCountsByLead(service, account), { 'Rivalenwerk AG': 1 });
    }
    const previous = await v1Client(service, alpha)(`/v1/companies/${second}?account_id=${alpha.accountId}`);
    assert.equal(previous.body.data.id, first);
    assert.equal((await v1Client(service, beta)(`/v1/companies/${second}?account_id=${beta.accountId}`)).status, 404);
  });
}

test('the company of a visitor’s e-mail address is visible only to the account of that visit', async () => {
  const [alpha, beta] = [await service.newAccount({ credits: 1000 }), await service.newAccount({ credits: 1000 })];
  const domain = 'erfundene-werke.com';
  const visit = await sendVisit(service, beta, { ip: home, visitorId: 'v', email: `eve@${domain}` });
  await runQueuedJobs(service);
  assert.equal(await companyNameOfVisit(service, beta, visit), domain);
  const { id } = await ctx.db.selectFrom('companies').select('id').where('domain', '=', domain).executeTakeFirstOrThrow();
  assert.equal((await lookUp(service, beta, { id, name: domain, domain })).get, 200);
  const foreign = await lookUp(service, alpha, { id, name: domain, domain });
  assert.deepEqual({ ...foreign, text: '' }, { search: false, byDomain: false, match: [false, false, false], get: 404, text: '' });
  assert.doesNotMatch(foreign.text, /erfundene/);
  // The same e-mail domain of a visitor to another account creates a separate company, visible only to that account.
  await sendVisit(service, alpha, { ip: home, visitorId: 'w', email: `eve@${domain}` });
  const rows = await ctx.db.selectFrom('companies').select('owner_account_id').where('domain', '=', domain).orderBy('id').execute();
  assert.deepEqual(
    rows.map(({ owner_account_id }) => owner_account_id),
    [beta.accountId, alpha.accountId],
  );
});

test('a misspelled term is corrected even if a company of another account is spelled like it', async () => {
  const [alpha, beta] = [await service.newAccount({ credits: 1000 }), await service.newAccount({ credits: 1000 })];
  const namesFor = async ({ accountId, key }: TestAccount) => {
    const body = { search_terms: ['Siemenss', 'Audi'] };
    const found = await v1Client(service, { key })(`/v1/companies/search?account_id=${accountId}`, { body });
    return found.body.data.map((company: { attributes: { name: string } }) => company.attributes.name).join();
  };
  await sendVisit(service, beta, { ip: home, visitorId: 'x', email: 'eve@siemenss-werke.com' });
  await runQueuedJobs(service);
  assert.match(await namesFor(alpha), /Siemens\b/);
  assert.doesNotMatch(await namesFor(alpha), /siemenss/i);
  assert.match(await namesFor(beta), /siemenss/);
  // Batch jobs run on connections that are not restricted to one account.
  const found: string[] = [];
  for await (const ids of searchCompanyIds(ctx, alpha.accountId, { search_terms: ['Siemenss', 'Audi'] })) found.push(...ids);
  const rows = await ctx.db.selectFrom('companies').select('id').where('name', '=', 'Siemens').where('id', 'in', found).execute();
  assert.equal(rows.length, 1);
});

test('an imported range and the seed confirm a company, which keeps its id and takes their name', async () => {
  const account = await service.newAccount({ credits: 1000 });
  const byRange = await addCorrection(service, account, 'range-bestaetigt.com', 'Made Up');
  await importInto(service, importIpRanges, 'cidr,domain,company', '91.64.77.0/29,range-bestaetigt.com,Range Bestätigt');
  const bySeed = await addCorrection(service, account, 'seed-bestaetigt.com', 'Made Up');
  const facts = {
    name: 'Seed Bestätigt',
    domain: 'seed-bestaetigt.com',
    countryCode: 'DE',
    city: null,
    industry: null,
    employeeRange: null,
    kind: 'business' as const,
    group: null,
  };
  await loadSeed(ctx, {
    version: 'of this test',
    read: () => ({ companies: [{ ...facts, asns: [64_500], aliases: ['SB'] }], industries: [] }),
    openHolders: async () => () => null,
  });
  const rows = await ctx.db
    .selectFrom('companies')
    .select(['id', 'name', 'origin', 'owner_account_id'])
    .where('id', 'in', [byRange, bySeed])
    .orderBy('id')
    .execute();
  assert.deepEqual(rows, [
    { id: byRange, name: 'Range Bestätigt', origin: 'import', owner_account_id: null },
    { id: bySeed, name: 'Seed Bestätigt', origin: 'seed', owner_account_id: null },
  ]);
  const other = await service.newAccount({ credits: 1000 });
  assert.equal((await lookUp(service, other, { id: bySeed, name: 'Seed Bestätigt', domain: 'seed-bestaetigt.com' })).get, 200);
});

test('IP data that names the domain confirms a company, which keeps its id and takes the name in that data', async () => {
  const [alpha, beta] = [await service.newAccount({ credits: 1000 }), await service.newAccount({ credits: 1000 })];
  const domain = 'sap.com';
  // As if the seed did not contain the company that the IP data names.
  await ctx.db.deleteFrom('company_domains').where('domain', '=', domain).execute();
  await ctx.db.updateTable('companies').set({ domain: null }).where('domain', '=', domain).execute();
  const id = await addCorrection(service, beta, domain, 'Made Up');
  assert.equal((await lookUp(service, alpha, { id, name: 'Made Up', domain })).get, 404);
  const visit = await sendVisit(service, alpha, { ip: addressOfSap });
  const company = await ctx.db
    .selectFrom('companies')
    .select(['id', 'name', 'origin', 'owner_account_id'])
    .where('domain', '=', domain)
    .execute();
  assert.deepEqual(company, [{ id, name: 'SAP', origin: 'network', owner_account_id: null }]);
  assert.equal(await companyNameOfVisit(service, alpha, visit), 'SAP');
  assert.equal((await lookUp(service, alpha, { id, name: 'SAP', domain })).get, 200);
});

test('the request role can neither read the companies table nor add a company for another account', async () => {
  const [alpha, beta] = [await service.newAccount(), await service.newAccount()];
  const db = required(ctx.requestDatabases).account(alpha.accountId);
  await assert.rejects(sql`select 1 from public.companies limit 1`.execute(db), /permission denied/);
  const company = {
    id: '1',
    owner_account_id: beta.accountId,
    name: 'x',
    kind: 'business',
    origin: 'person',
    fact_origins: {},
    domain: 'x.com',
  };
  await assert.rejects(sql`select add_companies(${JSON.stringify([company])}::jsonb)`.execute(db), /may not add/);
});
