import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveCompanies } from '../../server/src/domain/companies/resolve-companies.ts';
import { decideCandidate } from '../../server/src/domain/company-merges/decide-candidate.ts';
import { joinNamedCompanies } from '../../server/src/domain/company-merges/join-named-companies.ts';
import { listCandidates } from '../../server/src/domain/company-merges/list-candidates.ts';
import { lockMerges } from '../../server/src/domain/company-merges/lock-merges.ts';
import { companyReference } from '../../server/src/domain/identification/company-reference.ts';
import { importCompanies } from '../../server/src/domain/imports/import-companies.ts';
import { runImport } from '../../server/src/domain/imports/run-import.ts';
import { withinAccount } from '../../server/src/domain/within-account.ts';
import { required } from '../../server/src/lib/required.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { until } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { ctx } = service;

async function importRows(...rows: Record<string, unknown>[]) {
  async function* records() {
    for (const [index, fields] of rows.entries()) yield { line: index + 2, fields };
  }
  const report = await runImport(ctx, importCompanies, records(), { dryRun: false });
  assert.deepEqual(report.refused, []);
  return report;
}

const network = (name: string, countryCode: string | null) => companyReference({ name, domain: null, countryCode });

/** Returns the domains of the companies of these networks, which are identified at once. */
async function identify(...networks: ReturnType<typeof network>[]): Promise<(string | null)[]> {
  const ids = await resolveCompanies(ctx, null, networks);
  const found = await ctx.db
    .selectFrom('companies')
    .select(['id', 'domain'])
    .where('id', 'in', [...ids.values()])
    .execute();
  return networks.map(({ key }) => required(found.find(({ id }) => id === ids.get(key))).domain);
}

/** Returns the countries of the names that are listed as candidates for the company with this domain. */
async function listedFor(domain: string, status: 'open' | 'joined' = 'open'): Promise<string[]> {
  const pairs = (await listCandidates(ctx, { status, limit: 10_000 })).filter(({ candidate }) => candidate.domain === domain);
  if (status === 'open') assert.ok(pairs.every(({ score }) => score < 0.85));
  return pairs.map(({ company }) => company.countryCode ?? 'unknown').sort();
}

for (const [first, second] of [
  ['PL', 'US'],
  ['US', 'PL'],
] as const)
  test(`a directory company without a country is joined by the first network of its name (${first}); one in another country is listed`, async () => {
    const [name, domain] = [`Blümke Harbor ${first}`, `blumke-${first.toLowerCase()}.com`];
    await importRows({ name, domain });
    assert.deepEqual(await identify(network(name, first)), [domain]);
    assert.deepEqual(await identify(network(`Blumke Harbor ${first}`, null)), [domain], 'no other one is known');
    assert.deepEqual(await identify(network(name, second)), [null]);
    assert.deepEqual([await listedFor(domain, 'joined'), await listedFor(domain)], [[first, 'unknown'], [second]]);
    const otherSpelling = `Bluemke Harbor ${first}`;
    assert.deepEqual(await identify(network(otherSpelling, first)), [domain], 'its country is known by now');
    assert.deepEqual(await identify(network(otherSpelling, null)), [null], 'may be either of the two');
    await importRows({ name: 'Unrelated Harbor', domain: 'unrelated-harbor.com' });
    assert.deepEqual(await identify(network(name, second)), [null], 'nor is it joined by a later import');
    assert.deepEqual(await listedFor(domain), [second, 'unknown'].sort());
  });

test('networks of one name are listed as well if requests of an account identify them', async () => {
  const [name, domain] = ['Brackwyn Freight', 'brackwyn.com'];
  await importRows({ name, domain });
  const { accountId } = await service.newAccount();
  for (const country of ['PL', 'US']) await resolveCompanies(withinAccount(ctx, accountId), accountId, [network(name, country)]);
  assert.deepEqual([await listedFor(domain, 'joined'), await listedFor(domain)], [['PL'], ['US']]);
});

test('of networks of one name that are identified at once, one country joins the company without a country', async () => {
  const [name, domain] = ['Corvane Freight', 'corvane.com'];
  await importRows({ name, domain });
  const domains = await identify(network(name, 'PL'), network(name, 'US'), network(name, 'DE'));
  assert.deepEqual(
    domains.filter((found) => found !== null),
    [domain],
  );
  assert.equal((await listedFor(domain)).length, 2);
});

test('of networks of one name that are identified concurrently, one country joins the company without a country', async () => {
  const [name, domain] = ['Dorvik Freight', 'dorvik.com'];
  await importRows({ name, domain });
  const identified = await ctx.db.transaction().execute(async (trx) => {
    await lockMerges(trx);
    let done = 0;
    const concurrent = ['PL', 'US'].map((country) => identify(network(name, country)).finally(() => done++));
    await until(async () => done + (await countWaitingForLock(ctx.db)) === 2);
    return { concurrent };
  });
  const domains = (await Promise.all(identified.concurrent)).flat();
  assert.deepEqual(
    domains.filter((found) => found !== null),
    [domain],
  );
  assert.equal((await listedFor(domain)).length, 1);
});

test('an import does not join a name if the same name becomes known from another country meanwhile', async () => {
  const [name, domain] = ['Elmgate Freight', 'elmgate.com'];
  await identify(network(name, 'PL'));
  const { concurrent } = await ctx.db.transaction().execute(async (trx) => {
    await lockMerges(trx);
    const imported = importRows({ name, domain });
    await until(async () => (await countWaitingForLock(ctx.db)) === 1);
    let isIdentified = false;
    const identified = identify(network(name, 'US')).finally(() => {
      isIdentified = true;
    });
    await until(async () => isIdentified || (await countWaitingForLock(ctx.db)) === 2);
    return { concurrent: [imported, identified] };
  });
  await Promise.all(concurrent);
  assert.deepEqual(await identify(network(name, 'PL'), network(name, 'US')), [null, null]);
  assert.deepEqual(await listedFor(domain), ['PL', 'US']);
});

test('a directory company without a country that is imported later joins the only network of its name', async () => {
  await identify(network('Fennmoor Freight', 'PL'));
  await importRows({ name: 'Fennmoor Freight', domain: 'fennmoor.com' });
  assert.deepEqual(await identify(network('Fennmoor Freight', 'PL')), ['fennmoor.com']);
});

test('networks of one name in several countries are listed for a directory company without a country that is imported later', async () => {
  const [name, domain] = ['Garvell Freight', 'garvell.com'];
  const both = [network(name, 'PL'), network(name, 'US')] as const;
  await identify(...both);
  // Its address does not tell the country.
  await importRows({ name, domain, city: 'Springfield' });
  assert.deepEqual(await identify(...both), [null, null]);
  assert.deepEqual(await listedFor(domain), ['PL', 'US']);
  const [pair] = (await listCandidates(ctx, { status: 'open', limit: 10_000 })).filter(
    ({ company, candidate }) => company.countryCode === 'US' && candidate.domain === domain,
  );
  await decideCandidate(ctx, required(pair).company.id, required(pair).candidate.id, 'accepted');
  await joinNamedCompanies(ctx);
  assert.deepEqual(await identify(...both), [null, domain], 'the other one is not joined after a decision');
});

test('networks in several countries with different spellings of the name of a company without a country are listed', async () => {
  const domain = 'hummel-freight.com';
  const both = [network('Hummel Freight', 'PL'), network('Huemmel Freight', 'US')] as const;
  await identify(...both);
  await importRows({ name: 'Hümmel Freight', domain, city: 'Springfield' });
  assert.deepEqual(await identify(...both), [null, null]);
  assert.deepEqual(await listedFor(domain), ['PL', 'US']);
});

test('a directory company without a country, but with locations, is in their countries', async () => {
  await importRows({ name: 'Ivorley Freight', domain: 'ivorley.com', locations: [{ country_code: 'PL' }, { country_code: 'DE' }] });
  assert.deepEqual(await identify(network('Ivorley Freight', 'US')), [null]);
  assert.deepEqual(await identify(network('Ivorley Freight', 'PL'), network('Ivorley Freight', 'DE')), ['ivorley.com', 'ivorley.com']);
});

test('without a column for the country, all of many networks are joined by their names', async () => {
  const names = Array.from({ length: 2000 }, (_, index) => `Joinable Works ${index}`);
  await importRows(...names.map((name, index) => ({ name: `${name} GmbH`, domain: `joinable-${index}.com` })));
  const networks = names.slice(0, 500).map((name, index) => network(name.toUpperCase(), ['PL', 'US', 'DE'][index % 3] ?? null));
  assert.deepEqual(
    (await identify(...networks)).filter((domain) => domain === null),
    [],
  );
});

test('a network and a company of one country whose names have different legal forms are listed', async () => {
  await importRows({ name: 'Jollmer AG', domain: 'jollmer.com', country_code: 'DE' });
  assert.deepEqual(await identify(network('Jöllmer GmbH', 'DE')), [null]);
  assert.deepEqual(await listedFor('jollmer.com'), ['DE']);
  await importRows({ name: 'Kestrup', legal_form: 'Aktiengesellschaft', domain: 'kestrup.com', country_code: 'DE' });
  assert.deepEqual(await identify(network('Kestrup GmbH', 'DE')), [null]);
  await identify(network('Lundmark GmbH', 'DE'));
  await importRows({ name: 'Lundmark AG', domain: 'lundmark.com', country_code: 'DE' });
  assert.deepEqual([await identify(network('Lundmark GmbH', 'DE')), await listedFor('lundmark.com')], [[null], ['DE']]);
});

test('legal forms decide between two companies of one name', async () => {
  const company = { country_code: 'DE' };
  await importRows(
    { ...company, name: 'Morlind AG', domain: 'morlind-ag.com' },
    { ...company, name: 'Morlind GmbH', domain: 'morlind.com' },
  );
  assert.deepEqual(await identify(network('Morlind Gesellschaft mit beschränkter Haftung', 'DE')), ['morlind.com']);
  await importRows(
    { ...company, name: 'Norlind AG', domain: 'norlind-ag.com' },
    { ...company, name: 'Norlind GmbH', domain: 'norlind.com' },
  );
  assert.deepEqual(await identify(network('Norlind', 'DE')), [null]);
});

test('a company is not joined by the name of another member of its group', async () => {
  await importRows({ name: 'Ostrand', domain: 'ostrand.com', country_code: 'DE' });
  assert.deepEqual(await identify(network('Ostrand Energy', 'DE'), network('Ostrand Polska', 'PL')), [null, null]);
  assert.deepEqual(await listedFor('ostrand.com'), ['PL'], 'a branch, but no other member, is listed');
});
