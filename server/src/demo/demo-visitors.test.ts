import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../lib/random.ts';
import { openIpData } from '../providers/ip-data/open-ip-data.ts';
import { readNetworks, readSeedOrganizations } from '../providers/ip-data/read-seed.ts';
import { selectDemoVisitors } from './demo-visitors.ts';

test('the demo has 320 companies of many countries, sizes and industries, all with a city and an industry', async () => {
  const dataDir = process.env.LEADLIGHT_TEST_DATA;
  assert.ok(dataDir, 'run this test with "npm test -- <file>", which sets LEADLIGHT_TEST_DATA');
  const { table } = (await openIpData(dataDir)).networks;
  const reviewed = readNetworks();
  const organizations = readSeedOrganizations(reviewed);
  const byDomain = Map.groupBy(organizations, ({ domain }) => domain);
  const { companies } = selectDemoVisitors({ table, organizations, reviewed }, new Random(1));
  const selected = companies.flatMap(({ domain }) => byDomain.get(domain) ?? []);
  assert.equal(selected.length, 320);
  assert.deepEqual(
    selected.filter(({ city, industry }) => city === null || industry === null),
    [],
  );
  assert.ok(new Set(selected.map(({ countryCode }) => countryCode)).size >= 20);
  const companiesBySize = Map.groupBy(selected, ({ employeeRange }) => employeeRange);
  for (const size of ['101-500', '501-1.000', '1.001-5.000', '5.001-10.000', '10.000+']) {
    assert.ok((companiesBySize.get(size)?.length ?? 0) >= 5, `${size}: ${companiesBySize.get(size)?.length}`);
  }
  assert.ok(new Set(selected.map(({ industry }) => industry)).size >= 40);
});
