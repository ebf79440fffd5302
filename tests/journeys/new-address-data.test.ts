import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { shippedIpData } from '../../server/src/providers/ip-data/ip-data-sources.ts';
import { readJson } from '../kit/read-json.ts';
import { leadlight, startServerProcess, testDataDir } from '../kit/server-process.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { accountId, key } = await service.newAccount();
const dataDir = testDataDir();
const environment = { DATABASE_URL: service.connection.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };

async function run(...args: string[]) {
  const { code, stderr } = await leadlight(args, environment);
  assert.equal(code, 0, stderr);
}

test('a running server uses imported blocks, imported AS numbers and updated network data without a restart', async () => {
  const server = await startServerProcess(environment, ['start', '--no-demo', '--role', 'web']);
  await server.ready();
  const enrich = async (ip: string) => {
    const response = await fetch(`${server.url}/v1/ip/enrich?account_id=${accountId}&ip=${ip}&include=company`, {
      headers: { 'x-api-key': key },
    });
    assert.equal(response.status, 200);
    const { data } = await readJson<{
      data: { attributes: { network: { organization: string } }; relationships: { company: unknown } };
    }>(response);
    return { holder: data.attributes.network.organization, company: JSON.stringify(data.relationships.company) };
  };
  const waitForResponse = async (ip: string, holds: (response: Awaited<ReturnType<typeof enrich>>) => boolean) => {
    const deadline = Date.now() + 200_000;
    let response = await enrich(ip);
    for (; !holds(response); response = await enrich(ip)) {
      if (Date.now() > deadline || server.child.exitCode !== null) assert.fail(`${ip} is still ${JSON.stringify(response)}`);
      await pause(250);
    }
  };

  assert.deepEqual(await enrich('80.128.88.1'), { holder: 'Deutsche Telekom AG', company: 'null' });
  const blocks = join(dataDir, 'own.csv');
  writeFileSync(blocks, 'cidr,company,domain\n80.128.88.0/24,Own,own-database.com\n');
  await run('data', 'import', blocks);
  await waitForResponse('80.128.88.1', ({ company }) => company !== 'null');

  const companies = join(dataDir, 'companies.csv');
  writeFileSync(companies, 'domain,name,asns\nown-network.com,Own Network,3320\n');
  await run('import', 'companies', companies);
  await waitForResponse('80.128.99.1', ({ company }) => company !== 'null');

  const newer = join(dataDir, 'newer.csv');
  writeFileSync(newer, readFileSync(shippedIpData().networks.ipv4Path, 'utf8').replaceAll('Deutsche Telekom AG', 'Renamed Telekom AG'));
  await run('data', 'update', '--from', newer);
  await waitForResponse('80.128.1.1', ({ holder }) => holder === 'Renamed Telekom AG');
  assert.equal(server.child.exitCode, null);
});
