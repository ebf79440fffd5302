import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { resolveCompanies } from '../../server/src/domain/companies/resolve-companies.ts';
import { companyReference } from '../../server/src/domain/identification/company-reference.ts';
import { seed } from '../../server/src/domain/identification/identification.fixture.ts';
import type { SeedOrganization } from '../../server/src/domain/identification/organization-table.ts';
import { loadSeed } from '../../server/src/domain/seed/load-seed.ts';
import type { Seed, SeedIndustry } from '../../server/src/domain/seed/seed.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';
import { required } from '../../server/src/lib/required.ts';
import { startTestService } from '../kit/service.ts';
import { companyNameOfVisit, runReattributions, sendVisit, visitCountsByLead } from '../kit/visits.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const { ctx } = service;
const audi = '143.164.1.10';

/** A directory version with these organizations and registered network names. */
function seedOf(
  version: string,
  companies: SeedOrganization[],
  holders: Record<number, string> = {},
  industries: SeedIndustry[] = [],
): Seed {
  return {
    version,
    read: () => ({ companies, industries }),
    openHolders: async () => (asn) => (holders[asn] ? { organization: holders[asn], countryCode: 'US' } : null),
  };
}

/** Adds a company as a visit does if only the registered name of its network is known. */
async function addBareCompany(name: string): Promise<string> {
  const reference = companyReference({ domain: null, name, countryCode: 'US' });
  return getOrThrow(await resolveCompanies(ctx, null, [reference]), reference.key);
}

const companyOf = (id: string) =>
  ctx.db
    .selectFrom('companies')
    .select(['id', 'name', 'domain', 'city', 'industry_codes', 'merged_into', 'group_company_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const idOfDomain = async (domain: string) =>
  (await ctx.db.selectFrom('company_domains').select('company_id').where('domain', '=', domain).executeTakeFirst())?.company_id;

test('a company known by the registered name of its network becomes the organization of a newer directory', async () => {
  const byName = await addBareCompany('Upgrade Widgets');
  const byHolder = await addBareCompany('Registered Under Another Name Holdings');
  const companies = [
    seed({ name: 'Upgrade Widgets', domain: 'upgrade-widgets.com', countryCode: 'US', city: 'Boston', asns: [4_200_000_001] }),
    seed({ name: 'Brand', domain: 'upgrade-brand.com', countryCode: 'CA', asns: [4_200_000_002], group: 'upgrade-widgets.com' }),
  ];
  await loadSeed(ctx, seedOf('upgrade 1', companies, { 4200000002: 'REGISTERED UNDER ANOTHER NAME HOLDINGS, INC.' }));
  assert.deepEqual([await idOfDomain('upgrade-widgets.com'), await idOfDomain('upgrade-brand.com')], [byName, byHolder]);
  const widgets = await companyOf(byName);
  assert.deepEqual([widgets.domain, widgets.city], ['upgrade-widgets.com', 'Boston']);
  const brand = await companyOf(byHolder);
  assert.deepEqual([brand.name, brand.group_company_id], ['Brand', byName]);
  // Earlier verdicts refer to the company by its former key.
  assert.equal(await addBareCompany('Upgrade Widgets'), byName);
});

test('if the organization already exists, its duplicate without a domain is merged into it', async () => {
  const account = await service.newAccount();
  const visit = await sendVisit(service, account, { ip: audi, visitorId: 'a' });
  const twin = await addBareCompany('Audi Twin');
  const audiId = required(await idOfDomain('audi.com'));
  const companies = [seed({ name: 'Audi', domain: 'audi.com', countryCode: 'US', aliases: ['Audi Twin'] })];
  await loadSeed(ctx, seedOf('upgrade 2', companies));
  assert.equal((await companyOf(twin)).merged_into, audiId);
  assert.equal(await addBareCompany('Audi Twin'), audiId);
  await runReattributions(service, account);
  assert.equal(await companyNameOfVisit(service, account, visit), 'Audi');
  assert.deepEqual(await visitCountsByLead(service, account), { Audi: 1 });
});

test('a loaded version is not read again, and a newer one does not overwrite imported facts', async () => {
  const row = seed({ name: 'Kept', domain: 'kept-facts.com', countryCode: 'US', industry: null });
  await loadSeed(ctx, seedOf('upgrade 3', [row]));
  const unread: Seed = {
    ...seedOf('upgrade 3', []),
    read: () => {
      throw new Error('read again');
    },
  };
  assert.deepEqual(await loadSeed(ctx, unread), { added: 0 });
  const id = required(await idOfDomain('kept-facts.com'));
  await ctx.db
    .updateTable('companies')
    .set({ name: 'Changed by hand', fact_origins: JSON.stringify({ name: { origin: 'import', at: '2026-01-01T00:00:00Z' } }) })
    .where('id', '=', id)
    .execute();
  await loadSeed(ctx, seedOf('upgrade 4', [{ ...row, city: 'Denver' }]));
  const { name, city } = await companyOf(id);
  assert.deepEqual([name, city], ['Changed by hand', 'Denver']);
});

test('the names of a company are indexed again only if a newer version changes the company', async () => {
  const row = seed({ name: 'Same', domain: 'same-facts.com', countryCode: 'US', kind: 'business' });
  await loadSeed(ctx, seedOf('upgrade 5', [row]));
  const id = required(await idOfDomain('same-facts.com'));
  const isIndexed = async () =>
    (await ctx.db.selectFrom('companies').select('names_indexed').where('id', '=', id).executeTakeFirstOrThrow()).names_indexed;
  const imported = JSON.stringify({ name: { origin: 'import', at: '2026-01-01T00:00:00Z' } });
  await ctx.db
    .updateTable('companies')
    .set({ name: 'Imported', origin: 'network', fact_origins: imported, names_indexed: true })
    .where('id', '=', id)
    .execute();
  await loadSeed(ctx, seedOf('upgrade 6', [{ ...row, kind: 'education' }]));
  assert.equal(await isIndexed(), true);
  await ctx.db.updateTable('companies').set({ origin: 'seed' }).where('id', '=', id).execute();
  await loadSeed(ctx, seedOf('upgrade 7', [{ ...row, kind: 'education' }]));
  assert.equal(await isIndexed(), false);
});

test('a newer version can move an industry to another group', async () => {
  const industry = (code: string, parentCode: string | null) => ({ code, name: code, parentCode, nace: [], wz: [] });
  const groups = [industry('test-a', null), industry('test-b', null)];
  await loadSeed(ctx, seedOf('upgrade 8', [], {}, [...groups, industry('test-c', 'test-a')]));
  await loadSeed(ctx, seedOf('upgrade 9', [], {}, [...groups, industry('test-c', 'test-b')]));
  const { parent_code } = await ctx.db
    .selectFrom('industries')
    .select('parent_code')
    .where('code', '=', 'test-c')
    .executeTakeFirstOrThrow();
  assert.equal(parent_code, 'test-b');
});

test('after the first load, all GIN indexes of the directory exist', async () => {
  // The template of this database was filled by a first load.
  const { rows } = await service.connection.pool.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where schemaname = 'public' and tablename = 'companies' and indexdef like '%USING gin%' order by 1",
  );
  const structure = readFileSync(join(import.meta.dirname, '../../server/src/db/structure.sql'), 'utf8');
  const declared = required(structure.match(/^CREATE INDEX \S+ ON public\.companies USING gin .+(?=;$)/gm));
  assert.ok(declared.length > 0);
  assert.deepEqual(
    rows.map(({ indexdef }) => indexdef),
    declared.sort(),
  );
});
