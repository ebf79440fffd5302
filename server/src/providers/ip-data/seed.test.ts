import assert from 'node:assert/strict';
import { test } from 'node:test';
import { employeeRanges } from '../../domain/imports/employee-range.ts';
import { openIpData } from './open-ip-data.ts';
import { readReviewedNetworks, readSeedIndustries, readSeedOrganizations } from './read-seed.ts';

const organizations = readSeedOrganizations();
const reviewed = readReviewedNetworks();
const industries = new Map(readSeedIndustries().map((row) => [row.code, row]));

function repeated<Item>(items: Item[]): Item[] {
  const seen = new Set<Item>();
  return items.filter((item) => seen.size === seen.add(item).size);
}

test('the seed holds at least 600 organisations that run their own networks', () => {
  assert.ok(organizations.filter(({ asns }) => asns.length > 0).length >= 600);
  for (const { name, domain, asns } of organizations) assert.ok(asns.length > 0 || domain !== null, `${name} can never be found`);
});

test('every organisation is well-formed: domain, country, industry, employees, networks', () => {
  for (const { name, domain, countryCode, industry, employeeRange, asns, kind } of organizations) {
    if (domain !== null) assert.match(domain, /^[a-z0-9-]+(\.[a-z0-9-]+)+$/, name);
    if (countryCode !== null) assert.match(countryCode, /^[A-Z]{2}$/, name);
    if (industry !== null) assert.ok(industries.has(industry), `${name}: ${industry}`);
    if (employeeRange !== null) assert.ok((employeeRanges as readonly string[]).includes(employeeRange), `${name}: ${employeeRange}`);
    for (const asn of asns) assert.ok(Number.isInteger(asn) && asn > 0, `${name}: ${asn}`);
    assert.ok(['business', 'education', 'government'].includes(kind), `${name}: ${kind}`);
  }
  assert.deepEqual(repeated(organizations.flatMap(({ domain }) => domain ?? [])), []);
  assert.deepEqual(repeated(organizations.flatMap(({ asns }) => asns)), []);
});

test('about 150 industries are mapped to NACE and WZ, and their groups exist', () => {
  assert.ok(industries.size >= 140);
  for (const { code, parentCode, nace, wz } of industries.values()) {
    assert.ok(nace.length > 0 && wz.length > 0, code);
    assert.ok(parentCode === null || industries.has(parentCode), code);
  }
});

test('each of the 3,000 networks with the most addresses is reviewed, none twice', async () => {
  const dataDir = process.env.LEADLIGHT_TEST_DATA;
  assert.ok(dataDir, 'run it with "npm test -- <file>"');
  const { table } = (await openIpData(dataDir)).networks;
  const largest = Array.from(table.systemAsn, (asn, index) => ({ asn, addresses: table.systemIpv4AddressCount[index]! }))
    .sort((left, right) => right.addresses - left.addresses)
    .slice(0, 3000);
  const known = new Set(reviewed.map(({ asn }) => asn));
  assert.deepEqual(
    largest.filter(({ asn }) => !known.has(asn)).map(({ asn }) => asn),
    [],
  );
  assert.deepEqual(repeated(reviewed.map(({ asn }) => asn)), []);
});

test('a listed network is never reviewed as one that rents lines, tunnels or machines to others', async () => {
  const kinds = new Map(reviewed.map(({ asn, kind }) => [asn, kind]));
  const disputed = organizations.flatMap(({ name, asns }) =>
    asns.filter((asn) => ['isp', 'mobile', 'vpn', 'gateway'].includes(kinds.get(asn) ?? '')).map((asn) => `${name} AS${asn}`),
  );
  assert.deepEqual(disputed, []);
  // These rent out machines by the million: whoever lists them makes a lead of every robot.
  const clouds = [16509, 14618, 8075, 15169, 396982, 31898, 45102, 37963, 36351, 20473, 24940, 16276, 14061, 63949, 13335];
  assert.deepEqual(
    clouds.filter((asn) => organizations.some(({ asns }) => asns.includes(asn)) && kinds.get(asn) === 'hosting'),
    [],
  );
});
