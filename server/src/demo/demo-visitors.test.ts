import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../lib/random.ts';
import { openIpData } from '../providers/ip-data/open-ip-data.ts';
import { readNetworks, readSeedOrganizations } from '../providers/ip-data/read-seed.ts';
import { selectDemoVisitors } from './demo-visitors.ts';

test('the demo has companies of many countries and sizes, all with city and industry', async () => {
  const dataDir = process.env.LEADLIGHT_TEST_DATA;
  assert.ok(dataDir, 'run it with "npm test -- <file>"');
  const { table } = (await openIpData(dataDir)).networks;
  const reviewed = readNetworks();
  const organizations = readSeedOrganizations(reviewed);
  const byDomain = Map.groupBy(organizations, ({ domain }) => domain);
  const { companies } = selectDemoVisitors({ table, organizations, reviewed }, new Random(1));
  const chosen = companies.flatMap(({ domain }) => byDomain.get(domain) ?? []);
  assert.equal(chosen.length, 320);
  assert.deepEqual(
    chosen.filter(({ city, industry }) => city === null || industry === null),
    [],
  );
  assert.ok(new Set(chosen.map(({ countryCode }) => countryCode)).size >= 20);
  const countBySize = Map.groupBy(chosen, ({ employeeRange }) => employeeRange);
  for (const size of ['101-500', '501-1.000', '1.001-5.000', '5.001-10.000', '10.000+']) {
    assert.ok((countBySize.get(size)?.length ?? 0) >= 5, `${size}: ${countBySize.get(size)?.length}`);
  }
  assert.ok(new Set(chosen.map(({ industry }) => industry)).size >= 40);
});
