import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { updateAccount } from '../../server/src/domain/accounts/update-account.ts';
import { resolveCompanies } from '../../server/src/domain/companies/resolve-companies.ts';
import { setGroupCompany } from '../../server/src/domain/companies/set-group-company.ts';
import { decideCandidate } from '../../server/src/domain/company-merges/decide-candidate.ts';
import { listCandidates } from '../../server/src/domain/company-merges/list-candidates.ts';
import { mergeCompanies } from '../../server/src/domain/company-merges/merge-companies.ts';
import { setFieldValues } from '../../server/src/domain/custom-fields/set-field-values.ts';
import { createField } from '../../server/src/domain/custom-fields/write-fields.ts';
import { companyReference } from '../../server/src/domain/identification/company-reference.ts';
import { nameKeys } from '../../server/src/domain/identification/name-keys.ts';
import { importCompanies } from '../../server/src/domain/imports/import-companies.ts';
import { importContacts } from '../../server/src/domain/imports/import-contacts.ts';
import { endImportRun, listImportRuns, openImportRun, runProgressRecorder } from '../../server/src/domain/imports/import-runs.ts';
import { reattributeRemovedCompaniesJobName } from '../../server/src/domain/imports/reattribute-removed-companies.ts';
import { runImport } from '../../server/src/domain/imports/run-import.ts';
import { runRecordedImport } from '../../server/src/domain/imports/run-recorded-import.ts';
import { undoImport } from '../../server/src/domain/imports/undo-import.ts';
import { getList } from '../../server/src/domain/lists/list.ts';
import { updateListMemberships } from '../../server/src/domain/lists/update-list-memberships.ts';
import { createList } from '../../server/src/domain/lists/write-lists.ts';
import { Problem } from '../../server/src/domain/problem.ts';
import { jobs } from '../../server/src/jobs/index.ts';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { readImportFile } from '../../server/src/providers/read-import-file.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { checkedClient } from '../kit/checked-client.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { isCluster } from '../kit/database.ts';
import { until } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';
import { runReattributions } from '../kit/visits.ts';

const service = await startTestService();
const { ctx } = service;
const folder = mkdtempSync(join(tmpdir(), 'leadlight-directory-'));
after(() => rmSync(folder, { recursive: true }));
service.clock.set('2026-10-15T12:00:00Z');

type NamedNetwork = { ip: string; name: string; countryCode: string };

/** Addresses of networks whose holder is known by its registered name only. The bundled directory contains some of these names. */
const networks = findNetworks(1200);
const directory = networks.slice(0, 1000);

const knownKeys = await namesWithDomain();
/** Networks whose names are not in the bundled directory. */
const unknown = networks.slice(1000).filter(({ name }) => !nameKeys(name).some((key) => knownKeys.has(key)));
const [later, last] = [unknown.slice(0, 20), unknown.slice(20, 30)];

async function namesWithDomain(): Promise<Set<string>> {
  const { rows } = await service.connection.pool.query<{ name_key: string }>(
    'select k.name_key from company_name_keys k join companies c on c.id = k.company_id where c.domain is not null',
  );
  return new Set(rows.map(({ name_key }) => name_key));
}

function findNetworks(count: number): NamedNetwork[] {
  const found = new Map<string, NamedNetwork>();
  for (let asn = 1; asn < 400_000 && found.size < count; asn++) {
    const [block] = ctx.identifier.blocksOf(asn, 1);
    const ip = block?.split('/')[0];
    if (ip === undefined || ip.includes(':')) continue;
    const { company } = ctx.identifier.identify(ctx.identifier.findFacts(ip));
    if (company === null || company.domain !== null || company.countryCode === null) continue;
    const [key = company.name] = nameKeys(company.name);
    if (!found.has(key)) found.set(key, { ip, name: company.name, countryCode: company.countryCode });
  }
  return [...found.values()];
}

let importCount = 0;

/** Imports lines as the command does. */
async function importLines(lines: string[]) {
  const file = join(folder, `${++importCount}.csv`);
  writeFileSync(file, lines.join('\n'));
  return runRecordedImport(
    ctx,
    { kind: 'companies', format: null, fileName: file, fingerprint: file },
    importCompanies,
    readImportFile(file),
  );
}

async function visit(account: TestAccount, visitors: readonly NamedNetwork[]) {
  const page = {
    kind: 'page_view',
    occurred_at: service.clock.now().toISOString(),
    user_agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140',
  };
  const events = visitors.map(({ ip }, index) => ({
    ...page,
    id: `0190a000-0000-7000-8000-${String(++sentCount).padStart(12, '0')}`,
    ip,
    url: 'https://shop.example/pricing',
    visitor_id: `v${index}`,
  }));
  const response = await checkedClient(service, account)('/v1/collect', { body: { events } });
  assert.equal(response.status, 202);
  await service.drain();
}
let sentCount = 0;

const leadsOf = ({ accountId }: TestAccount) =>
  ctx.db
    .selectFrom('leads')
    .innerJoin('companies', 'companies.id', 'leads.company_id')
    .select(['companies.id', 'companies.name', 'companies.domain', 'companies.city', 'companies.employee_range', 'companies.country_code'])
    .where('account_id', '=', accountId)
    .where('visits', '>', 0)
    .orderBy('companies.id')
    .execute();

const spellings = [
  (name: string) => `${name}, Inc.`,
  (name: string) => name.toUpperCase(),
  (name: string) => `The ${name.replace(/^the | (company|corporation)$/gi, '')}${name.endsWith(')') ? '' : ' Company'}`,
  (name: string) => `${name} GmbH`,
];
const csv = (text: string) => `"${text.replaceAll('"', '""')}"`;
const line = ({ name, countryCode }: NamedNetwork, at: number) =>
  [csv(itemAt(spellings, at % spellings.length)(name)), `listed-${at}.com`, countryCode, 'Springfield', '501-1.000'].join(',');
const heading = 'name,domain,country_code,city,employee_range';

test('visitors from 1,000 networks are attributed to the imported companies with the same names, among 10,000, however these are spelled', async () => {
  assert.deepEqual([directory.length, later.length, last.length], [1000, 20, 10]);
  const others = Array.from({ length: 9000 }, (_, index) => `Unrelated Works ${index},unrelated-${index}.com,US,Boise,11-100`);
  const { report } = await importLines([heading, ...directory.map(line), ...others]);
  assert.deepEqual([report.added + report.updated, report.refused], [10_000, []]);
  const account = await service.newAccount();
  await visit(account, directory);
  const leads = await leadsOf(account);
  assert.equal(leads.length, 1000);
  assert.deepEqual(
    leads.filter(({ domain, city }) => domain === null || city !== 'Springfield').map(({ name }) => name),
    [],
  );
});

test('the name of a network does not match a company in another country, but the pair is listed as a merge candidate', async () => {
  const abroad = firstOf(later);
  await importLines([heading, `${csv(abroad.name)},abroad.com,${abroad.countryCode === 'PL' ? 'US' : 'PL'},Here,11-100`]);
  const account = await service.newAccount();
  await visit(account, [abroad]);
  const [lead] = await leadsOf(account);
  assert.equal(lead?.domain, null);
  const listed = await listCandidates(ctx, { status: 'open', limit: 1000 });
  assert.ok(listed.some(({ company, candidate }) => company.id === lead?.id && candidate.domain === 'abroad.com'));
});

/** Returns the domains of the companies that a name refers to, by country. */
async function domainsOf(name: string, countryCodes: string[]): Promise<(string | null)[]> {
  const { accountId } = await service.newAccount();
  const references = countryCodes.map((countryCode) => companyReference({ name, domain: null, countryCode }));
  const ids = await resolveCompanies(ctx, accountId, references);
  const found = await ctx.db
    .selectFrom('companies')
    .select(['id', 'domain'])
    .where('id', 'in', [...ids.values()])
    .execute();
  return references.map(({ key }) => required(found.find(({ id }) => id === ids.get(key))).domain);
}

test('a common name matches only in the country of the company: Target in Poland is not target.com', async () => {
  await importLines(['name,domain,country_code', 'Target,target.com,US']);
  assert.deepEqual(await domainsOf('Target', ['PL', 'US']), [null, 'target.com']);
});

/** Imports companies with the same name: one in Poland, `abroad` in the United States, and one more in Poland if it `isAmbiguous`. */
async function importNamesakes(name: string, abroad: number, isAmbiguous = false) {
  const lines = Array.from({ length: abroad }, (_, index) => `${name},${name}-${index}.com,US`);
  await importLines(['name,domain,country_code', `${name},${name}.pl,PL`, ...lines, ...(isAmbiguous ? [`${name},${name}-2.pl,PL`] : [])]);
}

test('among many companies of the same name, the only one in the country matches; if there are two, neither does', async () => {
  await importNamesakes('quorvex', 40);
  assert.deepEqual(await domainsOf('quorvex', ['PL']), ['quorvex.pl']);
  await importNamesakes('plimora', 40, true);
  assert.deepEqual(await domainsOf('plimora', ['PL']), [null]);
});

test('a name that more than 100 companies have matches none of them', async () => {
  await importNamesakes('drelvano', 99);
  assert.deepEqual(await domainsOf('drelvano', ['PL']), ['drelvano.pl']);
  await importNamesakes('fobrilux', 100);
  assert.deepEqual(await domainsOf('fobrilux', ['PL']), [null]);
});

test('a company with an extremely long name is added with the name truncated, because a failure would stop the processing of its visits', async () => {
  const long = Array.from({ length: 2000 }, (_, index) => `unit${index}`).join(' ');
  const reference = companyReference({ domain: null, name: long, countryCode: 'DE' });
  const id = required((await resolveCompanies(ctx, null, [reference])).get(reference.key));
  const { name } = await ctx.db.selectFrom('companies').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  assert.equal(name, long.slice(0, 200));
});

test('a directory imported later enriches leads, and undoing the import removes its facts', async () => {
  const account = await service.newAccount();
  const visitors = later.slice(1);
  await visit(account, visitors);
  const before = await leadsOf(account);
  assert.equal(before.length, visitors.length);
  assert.ok(before.every(({ domain }) => domain === null));
  const imported = visitors.map((one, index) => line(one, index).replace('listed-', 'later-'));
  const { id } = await importLines([heading, ...imported]);
  await runReattributions(service, account);
  const enriched = await leadsOf(account);
  assert.equal(enriched.length, visitors.length);
  assert.ok(enriched.every(({ domain, employee_range }) => domain?.startsWith('later-') && employee_range === '501-1.000'));

  const jobs = { add: () => Promise.reject(new Error('killed')) };
  await assert.rejects(undoImport({ ...ctx, jobs }, id), /killed/);
  assert.deepEqual(await leadsOf(account), enriched, 'nothing is undone if the reattribution cannot be queued');
  const { removed, kept } = await undoImport(ctx, id);
  assert.deepEqual([removed, kept], [0, visitors.length]);
  await runReattributions(service, account);
  const undone = await leadsOf(account);
  const plain = ({ name, domain, city, country_code }: (typeof undone)[number]) => ({ name, domain, city, country_code });
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
  assert.deepEqual(undone.map(plain).sort(byName), before.map(plain).sort(byName));
  await assert.rejects(undoImport(ctx, id), /already been undone/);
});

test('companies that were imported before an error in the file are matched with known names, and the error says how to undo them', async () => {
  const account = await service.newAccount();
  const [visitor] = last.slice(4);
  const { name, countryCode } = required(visitor);
  await visit(account, [required(visitor)]);
  async function* records() {
    yield { line: 2, fields: { name, domain: 'before-the-error.com', country_code: countryCode } };
    throw new Problem('invalid_input', 'The file is damaged.');
  }
  const file = { kind: 'companies', format: null, fileName: 'damaged.csv', fingerprint: 'damaged' };
  await assert.rejects(
    runRecordedImport(ctx, file, importCompanies, records()),
    /The file is damaged\. Before the error, import (\d+) added 1 and updated 0 records; "leadlight import undo \1" undoes it\./,
  );
  await runReattributions(service, account);
  assert.deepEqual(
    (await leadsOf(account)).map(({ domain }) => domain),
    ['before-the-error.com'],
  );
});

test('a lead whose import was undone is joined again when its company is imported again', async () => {
  const account = await service.newAccount();
  const visitors = last.slice(2, 4);
  await visit(account, visitors);
  const before = await leadsOf(account);
  const lines = [heading, ...visitors.map((one, index) => line(one, index).replace('listed-', 'again-'))];
  const isJoined = async () => {
    await runReattributions(service, account);
    const leads = await leadsOf(account);
    const isBare = leads.every(({ domain }) => domain === null);
    if (isBare) assert.deepEqual(leads.map(({ name }) => name).sort(), before.map(({ name }) => name).sort());
    else assert.deepEqual(leads.map(({ domain }) => domain).sort(), ['again-0.com', 'again-1.com']);
    return !isBare;
  };
  for (const undone of [[0], [0], [0, 1], [1, 0]]) {
    const runs: { id: string }[] = [];
    for (const _ of undone) runs.push(await importLines(lines));
    for (const index of undone) {
      assert.ok(await isJoined());
      await undoImport(ctx, itemAt(runs, index).id);
    }
    assert.equal(await isJoined(), false);
  }
  await visit(account, visitors);
  assert.equal((await leadsOf(account)).length, visitors.length);
});

test('uncertain matches wait for a decision: accepted ones become one company, rejected ones are not listed again', async () => {
  const account = await service.newAccount();
  const [toAccept, toReject] = firstItems(last, 2);
  const abroad = (countryCode: string) => (countryCode === 'FR' ? 'DE' : 'FR');
  await importLines([
    heading,
    `${csv(toAccept.name)},accepted.com,${abroad(toAccept.countryCode)},Here,11-100`,
    `${csv(toReject.name)},rejected.com,${abroad(toReject.countryCode)},Here,11-100`,
  ]);
  await visit(account, [toAccept, toReject]);
  const pairOf = async (domain: string) =>
    (await listCandidates(ctx, { status: 'open', limit: 1000 })).find(({ candidate }) => candidate.domain === domain);
  const [accepted, rejected] = [required(await pairOf('accepted.com')), required(await pairOf('rejected.com'))];
  assert.ok(accepted.score < 0.85 && accepted.score >= 0.4);
  const path = `/accounts/${account.accountId}/company-candidates`;
  const decide = (browser: BrowserSession, { company, candidate }: typeof accepted, decision: string) =>
    browser.send('POST', `${path}/decisions`, { companyId: company.id, candidateId: candidate.id, decision });
  const denied = new BrowserSession(service);
  await denied.signIn(account.email);
  assert.equal((await decide(denied, accepted, 'accepted')).status, 403, 'several accounts share the directory');
  assert.deepEqual((await denied.get(path)).body, { canDecide: false, candidates: [], next: null });
  const allowing = await startTestService({ connection: service.connection, environment: { DIRECTORY_ACCOUNTS: account.accountId } });
  const browser = new BrowserSession(allowing);
  await browser.signIn(account.email);
  const { candidates } = (await browser.get<{ candidates: { candidate: { domain: string } }[] }>(path)).body;
  assert.ok(candidates.some(({ candidate }) => candidate.domain === 'accepted.com'));
  assert.equal((await decide(browser, accepted, 'accepted')).status, 204);
  await runQueuedJobs(service);
  assert.equal((await decide(browser, accepted, 'accepted')).status, 404, 'already decided');
  for (const decision of ['rejected', 'reopened']) assert.equal((await decide(browser, rejected, decision)).status, 204);
  await runQueuedJobs(service);
  assert.ok(await pairOf('rejected.com'), 'a decision whose job has not run yet is undone by replacing the job');
  for (const decision of ['rejected', 'reopened', 'rejected']) {
    assert.equal((await decide(browser, rejected, decision)).status, 204);
    await runQueuedJobs(service);
    assert.equal((await pairOf('rejected.com')) !== undefined, decision === 'reopened', decision);
  }
  assert.equal((await decide(browser, accepted, 'reopened')).status, 404, 'a merge cannot be undone');
  await runReattributions(service, account);
  assert.deepEqual((await leadsOf(account)).map(({ domain }) => domain).sort(), ['accepted.com', null]);
  await importLines([heading, 'Unrelated,unrelated.example.org,US,Boise,11-100']);
  assert.deepEqual([await pairOf('accepted.com'), await pairOf('rejected.com')], [undefined, undefined]);
  await assert.rejects(decideCandidate(ctx, rejected.company.id, rejected.candidate.id, 'accepted'), /not listed/);
});

test('an undo restores replaced values, keeps later changes, and removes companies that nobody uses', async () => {
  await importLines(['name,domain,city', 'Kept One,kept-one.com,Rome', 'Kept Two,kept-two.com,Rome']);
  const second = await importLines(['name,domain,city', ',kept-one.com,Oslo', ',kept-two.com,Oslo', 'Gone,gone-again.com,Oslo']);
  await importLines(['domain,city', 'kept-two.com,Bern']);
  const attempts = await Promise.allSettled([undoImport(ctx, second.id), undoImport(ctx, second.id)]);
  const undone = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  assert.deepEqual(undone, [{ removed: 1, kept: 0, restored: 2 }]);
  const rows = await ctx.db
    .selectFrom('companies')
    .select(['domain', 'city'])
    .where('domain', 'like', 'kept-%')
    .orderBy('domain')
    .execute();
  assert.deepEqual(
    rows.map(({ city }) => city),
    ['Rome', 'Bern'],
  );
  const account = await service.newAccount();
  const found = await checkedClient(service, account)('/v1/companies/match', { body: { companies: [{ url: 'gone-again.com' }] } });
  assert.deepEqual(found.body.data, [[]]);
});

test('an undo keeps the company that owns an account, named after its domain', async () => {
  const { id } = await importLines(['name,domain,city', 'Owner Inc,owner-inc.com,Oslo']);
  const account = await service.newAccount();
  await updateAccount(ctx, account.accountId, { company: 'owner-inc.com' });
  assert.deepEqual(await undoImport(ctx, id), { removed: 0, kept: 1, restored: 0 });
  const [shown] = (await checkedClient(service, account)('/v1/accounts?include=account_company')).body.data;
  assert.deepEqual(shown.relationships.account_company.attributes, { name: 'owner-inc.com' });
});

test('visits of a batch that read a company before an undo removed it are reattributed', async () => {
  const { id } = await importLines(['name,domain,city', 'Late,late-lead.com,Oslo']);
  const { accountId } = await service.newAccount();
  const { id: company_id } = await ctx.db
    .selectFrom('companies')
    .select('id')
    .where('domain', '=', 'late-lead.com')
    .executeTakeFirstOrThrow();
  assert.deepEqual(await undoImport(ctx, id), { removed: 1, kept: 0, restored: 0 });
  await ctx.db.insertInto('leads').values({ account_id: accountId, company_id }).execute();
  await runQueuedJobs(
    service,
    jobs.filter(({ name }) => name === reattributeRemovedCompaniesJobName),
  );
  const requested = await ctx.db.selectFrom('reattributions').select('scope').where('account_id', '=', accountId).execute();
  assert.deepEqual(requested, [{ scope: { companyIds: [company_id], companyKeys: [] } }]);
});

test('imports that replaced each other’s values can be undone in any order', async () => {
  const factsOf = async (domain: string) =>
    ctx.db.selectFrom('companies').select(['name', 'kind', 'city', 'keywords']).where('domain', '=', domain).executeTakeFirstOrThrow();
  await importLines(['name,domain,city', 'Layered,layered.com,Rome']);
  const oslo = await importLines(['domain,city', 'layered.com,Oslo']);
  const bern = await importLines(['domain,city', 'layered.com,Bern']);
  await undoImport(ctx, oslo.id);
  assert.equal((await factsOf('layered.com')).city, 'Bern');
  await undoImport(ctx, bern.id);
  assert.equal((await factsOf('layered.com')).city, 'Rome');
  await assert.rejects(undoImport(ctx, bern.id), /already been undone/);
  const added = await importLines(['name,domain,kind,city,keywords', 'Added,added-below.com,government,Rome,one|two']);
  const changed = await importLines(['name,domain,kind,city,keywords', 'Changed,added-below.com,education,Oslo,three']);
  assert.deepEqual(await undoImport(ctx, added.id), { removed: 0, kept: 1, restored: 0 });
  assert.deepEqual(await factsOf('added-below.com'), { name: 'Changed', kind: 'education', city: 'Oslo', keywords: ['three'] });
  assert.deepEqual(await undoImport(ctx, changed.id), { removed: 1, kept: 0, restored: 0 });
  await assert.rejects(factsOf('added-below.com'), /no result/);
});

/** The companies with these domains or external ids, with everything that an import assigns to them. */
async function companiesWith(...keys: string[]) {
  const { rows } = await service.connection.pool.query(
    `select c.name, c.domain, (select head.domain from companies head where head.id = c.group_company_id) as group,
      array(select domain from company_domains where company_id = c.id order by domain) as domains,
      array(select external_id from company_external_ids where company_id = c.id order by external_id) as ids,
      array(select asn::int from company_networks where company_id = c.id order by asn) as asns,
      array(select city from company_locations where company_id = c.id order by id) as locations
    from companies c where c.id in (select company_id from company_domains where domain = any($1)
      union select company_id from company_external_ids where external_id = any($1)) order by c.id`,
    [keys],
  );
  return rows;
}

const located = (city: string) => csv(JSON.stringify([{ country_code: 'DE', city }]));

test('undoing the import that added a company keeps what later imports assigned to it, and undoing all of them removes it', async () => {
  const first = ['name,domain', 'Foo Zwei,foozwei-anlagen.de'];
  const second = ['name,domain,external_id,locations', `Foo Zwei,foozwei-anlagen.de,crm:202,${located('Ulm')}`];
  const third = ['external_id,city', 'crm:202,Bonn'];
  const company = { name: 'Foo Zwei', domain: 'foozwei-anlagen.de', group: null, domains: ['foozwei-anlagen.de'], asns: [] };
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
  ]) {
    const runs = [await importLines(first), await importLines(second)];
    if (order[0] === 0) {
      await undoImport(ctx, itemAt(runs, 0).id);
      assert.deepEqual(await companiesWith('foozwei-anlagen.de'), [{ ...company, ids: ['crm:202'], locations: ['Ulm'] }]);
    }
    runs.push(await importLines(third));
    assert.equal(itemAt(runs, 2).report.updated, 1);
    for (const index of order.slice(order[0] === 0 ? 1 : 0)) await undoImport(ctx, itemAt(runs, index).id);
    assert.deepEqual(await companiesWith('foozwei-anlagen.de', 'crm:202'), [], `undone in the order ${order}`);
  }
});

test('of two imports of the same file, the undo of one changes nothing and the undo of both removes all companies', async () => {
  const lines = [
    'name,domain,external_id,alternative_domains,asns,group_company_domain,locations',
    'Twice Head,twice-head.com,twice:0,,,,',
    ...[1, 2].map((at) => `Twice Imported ${at},twice-imported-${at}.com,twice:${at},,,twice-head.com,`),
    `Twice Placed,twice-placed.com,twice:3,twice-placed.net,64600,twice-head.com,${located('Ulm')}`,
  ];
  const keys = [0, 1, 2, 3].map((at) => `twice:${at}`);
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const runs = [await importLines(lines)];
    const before = await companiesWith(...keys);
    assert.deepEqual(before[3], {
      ...{ name: 'Twice Placed', domain: 'twice-placed.com', group: 'twice-head.com', domains: ['twice-placed.com', 'twice-placed.net'] },
      ...{ ids: ['twice:3'], asns: [64600], locations: ['Ulm'] },
    });
    runs.push(await importLines(lines));
    const [undoneFirst, undoneLast] = order.map((index) => itemAt(runs, index).id);
    await undoImport(ctx, required(undoneFirst));
    assert.deepEqual(await companiesWith(...keys), before);
    assert.equal((await undoImport(ctx, required(undoneLast))).removed, 4);
    assert.deepEqual(await companiesWith(...keys, 'twice-head.com', 'twice-placed.net'), []);
  }
  const atOnce = [await importLines(lines), await importLines(lines)];
  await Promise.all(atOnce.map(({ id }) => undoImport(ctx, id)));
  assert.deepEqual(await companiesWith(...keys), [], 'both undone at once');
});

test('an undo removes everything that the import assigned to existing companies', async () => {
  await importLines(['name,domain', 'Richtig,richtig-technik.de', 'Falsch,falsch-handel.de', 'Konzern,konzern-falsch.de']);
  const before = await companiesWith('falsch-handel.de');
  const heading = 'name,domain,external_id,alternative_domains,asns,group_company_domain,locations';
  const assigned = (name: string, domain: string, city: string) =>
    `${name},${domain},crm:900,verwechselt.de,64601,konzern-falsch.de,${located(city)}`;
  const wrong = [heading, assigned('Falsch', 'falsch-handel.de', 'Ulm')];
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const runs = [await importLines(wrong), await importLines([heading, assigned('Falsch', 'falsch-handel.de', 'Bonn')])];
    const after = await companiesWith('falsch-handel.de');
    const [undoneFirst, undoneLast] = order.map((index) => itemAt(runs, index).id);
    await undoImport(ctx, required(undoneFirst));
    assert.deepEqual(await companiesWith('falsch-handel.de'), [{ ...after[0], locations: [order[0] === 0 ? 'Bonn' : 'Ulm'] }]);
    await undoImport(ctx, required(undoneLast));
    assert.deepEqual(await companiesWith('falsch-handel.de'), before);
  }
  const correction = await importLines([heading, assigned('Richtig', 'richtig-technik.de', 'Ulm')]);
  assert.deepEqual([correction.report.refused, correction.report.updated], [[], 1]);
  assert.deepEqual((await companiesWith('crm:900'))[0].domain, 'richtig-technik.de');
});

test('an undo keeps a group that was changed since, and groups have one level afterwards', async () => {
  const idOf = async (domain: string) =>
    (await ctx.db.selectFrom('companies').select('id').where('domain', '=', domain).executeTakeFirstOrThrow()).id;
  const domains = ['group-a.com', 'group-b.com', 'group-p.com', 'group-q.com', 'group-r.com'];
  await importLines(['name,domain', ...domains.map((domain) => `Grouped ${domain},${domain}`)]);
  const join = async (domain: string, group: string) => setGroupCompany(ctx.db, await idOf(domain), await idOf(group), service.clock.now());
  const groups = async () => (await companiesWith(...domains)).map(({ group }) => group);
  await join('group-b.com', 'group-r.com');
  const { id } = await importLines(['domain,group_company_domain', 'group-a.com,group-p.com', 'group-b.com,group-p.com']);
  await join('group-a.com', 'group-q.com');
  await join('group-r.com', 'group-q.com');
  await undoImport(ctx, id);
  assert.deepEqual(await groups(), ['group-q.com', 'group-q.com', null, null, 'group-q.com']);

  // A parent company that joins a group takes its subsidiaries along, and an undo returns all of them.
  await importLines(['name,domain', 'Grouped Top,group-top.com']);
  const before = await groups();
  const top = await importLines(['domain,group_company_domain', 'group-q.com,group-top.com']);
  assert.deepEqual(await groups(), ['group-top.com', 'group-top.com', null, 'group-top.com', 'group-top.com']);
  await undoImport(ctx, top.id);
  assert.deepEqual(await groups(), before);
});

test('an undo reverts networks and locations of a company that was merged since', async () => {
  await importLines([
    'name,domain,asns,locations',
    `Merged One,merged-one.com,,${located('Ulm')}`,
    'Merged Two,merged-two.com,64610|64611,',
    `Merged Three,merged-three.com,,${located('Bern')}`,
  ]);
  const before = await companiesWith('merged-two.com', 'merged-three.com');
  const { id } = await importLines(['domain,asns,locations', `merged-one.com,64610|64612,${located('Bonn')}`]);
  const [one, three] = await Promise.all(
    ['merged-one.com', 'merged-three.com'].map((domain) =>
      ctx.db.selectFrom('companies').select('id').where('domain', '=', domain).executeTakeFirstOrThrow(),
    ),
  );
  await ctx.db.transaction().execute((trx) => mergeCompanies({ ...ctx, db: trx }, required(one).id, required(three).id));
  await undoImport(ctx, id);
  const [two, merged] = await companiesWith('merged-two.com', 'merged-three.com');
  assert.deepEqual(two, before[0]);
  assert.deepEqual([merged.domains, merged.asns, merged.locations.sort()], [['merged-one.com', 'merged-three.com'], [], ['Bern', 'Ulm']]);
});

test('a company that another import changed remains after an undo, without the kind from the import that added it', async () => {
  const { id } = await importLines(['name,domain,kind,city', 'Agency,agency-below.com,government,Rome']);
  await importLines(['domain,city', 'agency-below.com,Oslo']);
  assert.deepEqual(await undoImport(ctx, id), { removed: 0, kept: 1, restored: 0 });
  const company = ctx.db.selectFrom('companies').select(['name', 'kind', 'city']).where('domain', '=', 'agency-below.com');
  assert.deepEqual(await company.execute(), [{ name: 'agency-below.com', kind: 'business', city: 'Oslo' }]);
});

test('of two processes that import the same file, one completes and the other stops without changes', async () => {
  const file = { kind: 'companies', format: null, fileName: 'twice.csv', fingerprint: 'twice' };
  const importer = { ...importCompanies, batchSize: 2 };
  const lines = [2, 3, 4, 5].map((line) => ({ line, fields: { name: `Twice ${line}`, domain: `twice-${line}.com` } }));
  const secondOpened = Promise.withResolvers<void>();
  const secondFailed = Promise.withResolvers<void>();
  const firstStored = Promise.withResolvers<void>();
  const first = runRecordedImport(
    ctx,
    file,
    importer,
    (async function* () {
      await secondOpened.promise;
      yield* lines.slice(0, 2);
      await secondFailed.promise;
      yield* lines.slice(2);
    })(),
    { onProgress: () => firstStored.resolve() },
  );
  const second = runRecordedImport(
    ctx,
    file,
    importer,
    (async function* () {
      secondOpened.resolve();
      await firstStored.promise;
      yield* lines;
    })(),
  );
  await assert.rejects(second, /run or undone by another process/);
  secondFailed.resolve();
  const { id, report } = await first;
  assert.deepEqual([report.added, report.updated], [4, 0]);
  const [run] = await listImportRuns(ctx);
  assert.deepEqual([run?.id, run?.status, run?.read, run?.added], [id, 'done', 4, 4]);
});

// On a cluster, writers of a replicated table wait for each other, so the imports cannot deadlock.
test('two imports that deadlock on the same companies both store all of their lines', { skip: isCluster }, async () => {
  // The names have no word in common: the words are stored as well, and the second import would wait for the first one too early.
  const [first, second] = ['Crossing', 'Contrary'].map((name) => ({ name, domain: `${name}-lines.com` }));
  const bothWritten = Promise.withResolvers<void>();
  let written = 0;
  const importer: typeof importCompanies = {
    ...importCompanies,
    writeAll: undefined,
    async write(trxCtx, row, importId) {
      const result = await importCompanies.write(trxCtx, row, importId);
      if (++written === 2) bothWritten.resolve();
      await bothWritten.promise;
      return result;
    },
  };
  const reports = await Promise.all(
    [
      [required(first), required(second)],
      [required(second), required(first)],
    ].map((lines) =>
      runImport(ctx, importer, Readable.from(lines.map((fields, index) => ({ line: index + 2, fields }))), { dryRun: false }),
    ),
  );
  assert.deepEqual(
    reports.flatMap(({ refused }) => refused),
    [],
  );
  assert.deepEqual(
    reports.map(({ added, updated }) => added + updated),
    [2, 2],
  );
});

for (const order of [
  ['undo', 'import'],
  ['import', 'undo'],
])
  test(`undoing an import does not remove what a concurrent import stores (${order[0]} before ${order[1]})`, async () => {
    const domain = `${order.join('-')}-race.com`;
    const { id } = await importLines(['name,domain,city', `Raced,${domain},Here`]);
    const { pool } = service.connection;
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select id from companies where domain = $1 for update', [domain]);
    const work: Promise<unknown>[] = [];
    for (const [index, name] of order.entries()) {
      work.push(
        name === 'undo' ? undoImport(ctx, id) : importLines(['name,domain,city', `Raced,${domain},There`, 'Raced Too,raced-too.com,There']),
      );
      await until(async () => (await countWaitingForLock(ctx.db)) === index + 1);
    }
    await holder.query('rollback');
    holder.release();
    await Promise.all(work);
    const { rows } = await pool.query('select name, city, owner_account_id from companies where domain = $1', [domain]);
    assert.deepEqual(rows, [{ name: 'Raced', city: 'There', owner_account_id: null }]);
  });

test('importing a truncated gzip file fails with a message, and the lines imported before the error can be undone', async () => {
  const file = join(folder, 'truncated.csv.gz');
  const lines = Array.from({ length: 3000 }, (_, index) => `Cut Off ${index},cut-off-${index * 7919}.com`);
  writeFileSync(file, gzipSync(['name,domain', ...lines].join('\n')).subarray(0, -5000));
  const run = { kind: 'companies', format: null, fileName: file, fingerprint: file };
  await assert.rejects(runRecordedImport(ctx, run, importCompanies, readImportFile(file)), /truncated\.csv\.gz is truncated or damaged/);
  const [failed] = await listImportRuns(ctx);
  assert.equal(failed?.status, 'failed');
  assert.ok(required(failed).added > 0);
  assert.deepEqual(await undoImport(ctx, required(failed).id), { removed: required(failed).added, kept: 0, restored: 0 });
});

test('an import of a file without records fails', async () => {
  await assert.rejects(importLines(['name,domain']), /contains no records that can be imported/);
  const [failed] = await listImportRuns(ctx);
  assert.deepEqual([failed?.status, failed?.read], ['failed', 0]);
});

test('an interrupted import resumes after the last stored line and counts nothing twice; an interrupted undo resumes as well', async () => {
  const file = join(folder, 'interrupted.csv');
  const lines = Array.from({ length: 5000 }, (_, index) => `Interrupted Works ${index},interrupted-${index}.com`);
  writeFileSync(file, ['name,domain', ...lines].join('\n'));
  const start = async (batches: number) => {
    const run = await openImportRun(ctx, { kind: 'companies', format: null, fileName: file, fingerprint: file });
    const recordProgress = runProgressRecorder(run);
    let stored = 0;
    await runImport(ctx, importCompanies, readImportFile(file), {
      dryRun: false,
      importId: run.id,
      afterLine: run.lastLine,
      onBatch: async (trx, outcomes) => {
        if (stored++ === batches) throw new Error('killed');
        await recordProgress(trx, outcomes);
      },
    });
    return run.id;
  };
  await assert.rejects(start(1), /killed/);
  const [before] = await listImportRuns(ctx);
  assert.deepEqual([before?.status, before?.lastLine, before?.added], ['running', 4001, 4000]);
  const id = await start(Number.POSITIVE_INFINITY);
  assert.equal(id, before?.id);
  await endImportRun(ctx, id, 'done');
  const [after] = await listImportRuns(ctx);
  assert.deepEqual([after?.status, after?.read, after?.added, after?.updated], ['done', 5000, 5000, 0]);
  const { rows } = await service.connection.pool.query("select count(*)::int as count from companies where domain like 'interrupted-%'");
  assert.deepEqual(rows, [{ count: 5000 }]);
  const killed = () => {
    throw new Error('killed');
  };
  await assert.rejects(undoImport(ctx, id, killed), /killed/);
  assert.equal((await listImportRuns(ctx))[0]?.status, 'undoing');
  assert.deepEqual(await undoImport(ctx, id), { removed: 5000, kept: 0, restored: 0 }, 'the undo resumes');
});

test('undoing an import of contacts restores replaced values, keeps later changes, and removes what accounts stored about added contacts', async () => {
  await importLines(['name,domain', 'Employer,employer-of-contacts.com']);
  const importContactLines = async (contacts: string[]) => {
    const file = join(folder, `${++importCount}.csv`);
    writeFileSync(file, ['company_domain,email,full_name,title', ...contacts].join('\n'));
    const run = { kind: 'contacts', format: null, fileName: file, fingerprint: file };
    const { id, report } = await runRecordedImport(ctx, run, importContacts, readImportFile(file));
    return { id, counts: [report.added, report.updated, report.refused.length] };
  };
  const company = 'employer-of-contacts.com';
  const first = await importContactLines([`${company},ada@${company},Ada,CTO`, `${company},bob@${company},Bob,CFO`]);
  assert.deepEqual(first.counts, [2, 0, 0]);
  service.clock.set('2026-10-16T12:00:00Z');
  const second = await importContactLines([
    `${company},ada@${company},Ada,CEO`,
    `${company},eve@${company},Eve,COO`,
    `${company},eve@${company},Eve,CIO`,
    `nobody-knows.com,zoe@${company},Zoe,COO`,
  ]);
  assert.deepEqual(second.counts, [1, 2, 1]);
  const { accountId } = await service.newAccount();
  const list = await createList(ctx, accountId, { name: 'Callers', scope: 'contact' });
  const listed = await ctx.db
    .selectFrom('contacts')
    .select('id')
    .where('email', 'in', [`ada@${company}`, `eve@${company}`])
    .execute();
  for (const { id } of listed)
    await updateListMemberships(ctx, accountId, { scope: 'contact', recordId: id, listIds: [list.id], isOn: true });
  const field = await createField(ctx, accountId, { name: 'Prefers', scope: 'contact', type: 'text' });
  const stored = { account_id: accountId };
  const job = { ...stored, id: ctx.ids.uuid(), created_at: service.clock.now() };
  await ctx.db
    .insertInto('record_jobs')
    .values({ ...job, type: 'find_contact_data_job', status: 'completed', configuration: '{}', estimated_credits: 0 })
    .execute();
  for (const [position, { id }] of listed.entries()) {
    await setFieldValues(ctx, accountId, { scope: 'contact', id }, { [field.id]: 'calls after 5' });
    await ctx.db
      .insertInto('revealed_records')
      .values({ ...stored, kind: 'contact', record_id: id, revealed_at: job.created_at })
      .execute();
    await ctx.db
      .insertInto('record_job_items')
      .values({ ...stored, job_id: job.id, record_id: id, position })
      .execute();
  }
  assert.deepEqual(await undoImport(ctx, second.id), { removed: 1, kept: 0, restored: 1 });
  assert.equal((await getList(ctx, accountId, list.id)).itemCount, 1);
  for (const table of ['custom_field_values', 'revealed_records', 'record_job_items'] as const) {
    const { length } = await ctx.db.selectFrom(table).select('record_id').where('account_id', '=', accountId).execute();
    assert.equal(length, 1, table);
  }
  const titles = async () => {
    const contacts = await ctx.db
      .selectFrom('contacts')
      .select(['full_name', 'title'])
      .where('email', 'like', `%@${company}`)
      .orderBy('email')
      .execute();
    return contacts.map(({ full_name, title }) => `${full_name}: ${title}`);
  };
  assert.deepEqual(await titles(), ['Ada: CTO', 'Bob: CFO']);
  service.clock.set('2026-10-17T12:00:00Z');
  const third = await importContactLines([`${company},ada@${company},Ada,CMO`]);
  service.clock.set('2026-10-18T12:00:00Z');
  const fourth = await importContactLines([`${company},ada@${company},Ada,CIO`]);
  await undoImport(ctx, third.id);
  assert.deepEqual(await titles(), ['Ada: CIO', 'Bob: CFO']);
  await undoImport(ctx, fourth.id);
  assert.deepEqual(await titles(), ['Ada: CTO', 'Bob: CFO']);
});
