import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { employeeRanges } from '../../domain/companies/employee-range.ts';
import { nameKey } from '../../domain/identification/organization-name.ts';
import { looksLikeDomain } from '../../domain/identification/organization-table.ts';
import { countryCodeOf } from '../../lib/country-name.ts';
import { isOneOf } from '../../lib/is-one-of.ts';
import { parseCsv } from '../../lib/parse-csv.ts';
import { bestKnownOrganizations } from './best-known-organizations.fixture.ts';
import {
  badNamePatterns,
  contradictedIndustries,
  countriesDisagree,
  hasForeignDomain,
  hasProviderDomain,
  isLead,
  sameNames,
} from './directory-rules.fixture.ts';
import { shippedIpData } from './ip-data-sources.ts';
import { openIpData } from './open-ip-data.ts';
import { organizationKey, readNetworks, readNetworksVersion, readSeedIndustries, readSeedOrganizations } from './read-seed.ts';

const networks = readNetworks();
const organizations = readSeedOrganizations(networks);
const industries = new Map(readSeedIndustries().map((row) => [row.code, row]));

/** Entries that break a rule, but were checked again and are correct, with the reason. */
const exceptions = new Map(
  parseCsv(readFileSync(new URL('../../../data/directory-exceptions.csv', import.meta.url), 'utf8'))
    .slice(1)
    .map(({ values: [rule, organization, reason] }) => [`${rule}: ${organization}`, reason ?? '']),
);
const neededExceptions = new Set<string>();

function notExcepted(hits: string[]): string[] {
  for (const hit of hits) if (exceptions.has(hit)) neededExceptions.add(hit);
  return hits.filter((hit) => !exceptions.has(hit));
}

function repeated<Item>(items: Item[]): Item[] {
  const seen = new Set<Item>();
  return items.filter((item) => seen.size === seen.add(item).size);
}

async function openShipped() {
  const dataDir = process.env.LEADLIGHT_TEST_DATA;
  assert.ok(dataDir, 'run it with "npm test -- <file>"');
  return (await openIpData(dataDir)).networks;
}

test('networks.csv lists every shipped network once, in the order of AS numbers', async () => {
  assert.equal(
    shippedIpData().networks.version,
    readNetworksVersion(),
    'review the new networks first: docs/identification.md, "New versions"',
  );
  const { table } = await openShipped();
  assert.deepEqual(
    networks.map(({ asn }) => asn),
    [...table.systemAsn],
  );
});

test('networks of organizations belong to a listed one, and networks of providers and clouds do not', () => {
  const keys = new Set(organizations.map(organizationKey));
  const withoutOrganization = networks.filter(({ kind, organization }) => isLead(kind) && !keys.has(organization ?? ''));
  assert.deepEqual(withoutOrganization, []);
  // A company that hosts its own content may have servers and people in one network.
  const providerNetworks = networks.filter(({ kind, organization }) => !isLead(kind) && kind !== 'hosting' && keys.has(organization ?? ''));
  assert.deepEqual(providerNetworks, []);
  // A company named for a cloud would turn every bot in it into a lead.
  const clouds = new Set([16509, 14618, 8075, 15169, 396982, 31898, 45102, 37963, 36351, 20473, 24940, 16276, 14061, 63949, 13335]);
  assert.deepEqual(
    networks.filter(({ asn, kind, organization }) => clouds.has(asn) && (isLead(kind) || keys.has(organization ?? ''))),
    [],
  );
});

test('every organization has valid values and a unique key', () => {
  for (const { name, domain, countryCode, industry, employeeRange, group, city } of organizations) {
    if (domain !== null) assert.match(domain, /^[a-z0-9-]+(\.[a-z0-9-]+)+$/, name);
    if (group !== null) assert.match(group, /^[a-z0-9-]+(\.[a-z0-9-]+)+$/, name);
    assert.match(countryCode ?? '', /^[A-Z]{2}$/, name);
    assert.ok(industry === null || industries.has(industry), `${name}: ${industry}`);
    assert.ok(employeeRange === null || isOneOf(employeeRanges, employeeRange), `${name}: ${employeeRange}`);
    assert.ok(city === null || !/[,\d]/.test(city), `${name}: ${city}`);
    assert.notEqual(group, domain ?? '', name);
  }
  assert.deepEqual(repeated(organizations.map(organizationKey)), []);
});

test('most networks of organizations have a domain, and at least 8,000 organizations have the city of their headquarters', () => {
  const leads = networks.filter(({ kind }) => isLead(kind));
  const keys = new Map(organizations.map((organization) => [organizationKey(organization), organization]));
  const withDomain = leads.filter(({ organization }) => keys.get(organization ?? '')?.domain != null);
  assert.ok(withDomain.length >= 0.85 * leads.length, `${withDomain.length} of ${leads.length}`);
  assert.ok(organizations.filter(({ city }) => city !== null).length >= 8000);
});

test('no domain belongs to two organizations, and none to a provider', () => {
  const domains = organizations.flatMap(({ domain, aliases }) => [
    ...(domain === null ? [] : [domain]),
    ...aliases.filter(looksLikeDomain),
  ]);
  assert.deepEqual(repeated(domains), []);
  assert.deepEqual(notExcepted(organizations.filter(hasProviderDomain).map((row) => `provider domain: ${organizationKey(row)}`)), []);
});

test('the country of an organization agrees with its domain and its networks', async () => {
  assert.deepEqual(
    notExcepted(organizations.filter(hasForeignDomain).map((row) => `country code of the domain: ${organizationKey(row)}`)),
    [],
  );
  const shipped = await openShipped();
  const countryOf = (asn: number) => shipped.system(asn)?.countryCode ?? null;
  const abroad = organizations.filter((row) => countriesDisagree(row, countryOf));
  assert.deepEqual(notExcepted(abroad.map((row) => `country of the networks: ${organizationKey(row)}`)), []);
});

test('no name of an organization matches a pattern of badly written names', () => {
  const hits = organizations.flatMap((row) => badNamePatterns(row.name).map((rule) => `${rule}: ${organizationKey(row)}`));
  assert.deepEqual(notExcepted(hits), []);
  // The patterns match badly written names.
  for (const name of ["ST. LUKE'S HOSPITAL", 'AS1234 Example', 'Example GmbH', 'Example -', 'Пример', '12 Main Street', 'Exam…']) {
    assert.notDeepEqual(badNamePatterns(name), [], name);
  }
});

test('the industry and kind of an organization agree with its name', () => {
  const hits = organizations.flatMap((row) => contradictedIndustries(row).map((rule) => `industry of ${rule}: ${organizationKey(row)}`));
  assert.deepEqual(notExcepted(hits), []);
});

test('no two organizations in a country have the same name', () => {
  assert.deepEqual(notExcepted(sameNames(organizations).map((keys) => `same name: ${keys.join(' = ')}`)), []);
});

test('each of the best-known organizations is listed exactly once', () => {
  assert.ok(bestKnownOrganizations.length >= 500);
  const byName = Map.groupBy(
    organizations.flatMap((row) =>
      [row.name, ...row.aliases.filter((alias) => !looksLikeDomain(alias))].map((name) => ({ key: nameKey(name), row })),
    ),
    ({ key }) => key,
  );
  const found = bestKnownOrganizations.map((name) => ({
    name,
    keys: [...new Set((byName.get(nameKey(name)) ?? []).map(({ row }) => organizationKey(row)))].sort(),
  }));
  assert.deepEqual(
    found.filter(({ keys }) => keys.length === 0).map(({ name }) => name),
    [],
  );
  const twice = found.filter(({ keys }) => keys.length > 1).map(({ keys }) => `best known: ${keys.join(' = ')}`);
  assert.deepEqual(notExcepted([...new Set(twice)]), []);
});

test('the national companies of a best-known organization belong to a group', () => {
  const isCountry = (name: string) => name.length > 2 && countryCodeOf(name) !== null;
  const bestKnown = new Set(bestKnownOrganizations);
  const withoutGroup = organizations.filter(({ name, group }) => {
    const words = name.split(' ');
    const isNational = words.some(
      (_, index) => index > 0 && bestKnown.has(words.slice(0, index).join(' ')) && isCountry(words.slice(index).join(' ')),
    );
    return isNational && group === null;
  });
  assert.deepEqual(notExcepted(withoutGroup.map((row) => `national company: ${organizationKey(row)}`)), []);
});

test('at least 140 industries are mapped to NACE and WZ, and their parents exist', () => {
  assert.ok(industries.size >= 140);
  for (const { code, parentCode, nace, wz } of industries.values()) {
    assert.ok(nace.length > 0 && wz.length > 0, code);
    assert.ok(parentCode === null || industries.has(parentCode), code);
  }
});

test('every exception has a reason and is still needed', () => {
  assert.deepEqual(
    [...exceptions].filter(([, reason]) => reason === '').map(([hit]) => hit),
    [],
  );
  assert.deepEqual(
    [...exceptions.keys()].filter((hit) => !neededExceptions.has(hit)),
    [],
  );
});
