import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { sql } from 'kysely';
import { readDemoFile, writeDemoFile } from '../../server/src/demo/demo-file.ts';
import { openDemo } from '../../server/src/demo/index.ts';
import { simulateLeadActivity } from '../../server/src/demo/populate-demo.ts';
import { advisoryLocks } from '../../server/src/lib/advisory-locks.ts';
import { required } from '../../server/src/lib/required.ts';
import { installedDataDir } from '../kit/installation.ts';
import { readJson } from '../kit/read-json.ts';
import { startServerProcess, testDataDir } from '../kit/server-process.ts';
import { startTestService } from '../kit/service.ts';

type Summary = { demo: { account_id: string; email: string; password: string; api_key: string; api_token: string } };

/** Starts the service as a new user does, and parses the summary that it prints when it is ready. */
async function startWithDemo(DATA_DIR: string): Promise<{ url: string; summary: Summary; stop(): Promise<unknown> }> {
  const server = await startServerProcess({ DATA_DIR, LOG_LEVEL: 'warn' }, ['start', '--json']);
  // The summary is the line with the credentials of the demo.
  const summary = await new Promise<Summary>((resolve, reject) => {
    createInterface(required(server.child.stdout)).on('line', (line) => {
      if (line.includes('"demo":')) resolve(JSON.parse(line));
      // A new user who follows the README must not see warnings.
      else if (line.includes('WARNING')) reject(new Error(line));
    });
    void server.ended.then(() => reject(new Error(server.output())));
  });
  const stop = () => {
    server.child.kill('SIGTERM');
    return server.ended;
  };
  return { url: server.url, summary, stop };
}

test('the demo has leads, feeds, contacts and CRM lists, its credentials work in both APIs, and the next start prints the same ones', async () => {
  const DATA_DIR = await installedDataDir();
  const first = await startWithDemo(DATA_DIR);
  const { account_id, api_key, api_token } = first.summary.demo;
  assert.equal(statSync(join(DATA_DIR, 'demo.json')).mode & 0o777, 0o600);

  const end = new Date().toISOString().slice(0, 10);
  const start = new Date(Date.now() - 59 * 86_400_000).toISOString().slice(0, 10);
  const leads = await fetch(`${first.url}/accounts/${account_id}/leads?start_date=${start}&end_date=${end}&page[size]=100`, {
    headers: { authorization: `Token token=${api_token}` },
  });
  assert.equal(leads.status, 200);
  const list = await readJson<{
    data: { attributes: { name: string; quality: number; visits: number } }[];
    links: { last: string };
  }>(leads);
  assert.equal(list.data.length, 100);
  assert.ok(Number(required(/number%5D=(\d+)/.exec(list.links.last))[1]) >= 3, 'a few hundred companies visited');
  assert.ok(new Set(list.data.map(({ attributes }) => attributes.quality)).size > 2, 'leads should differ in quality');

  const companies = await fetch(`${first.url}/v1/web-visits/companies?account_id=${account_id}`, { headers: { 'x-api-key': api_key } });
  assert.equal(companies.status, 200);
  assert.ok((await readJson<{ meta: { pagination: { total_count: number } } }>(companies)).meta.pagination.total_count > 200);

  const feeds = await fetch(`${first.url}/accounts/${account_id}/custom-feeds`, { headers: { authorization: `Token token=${api_token}` } });
  for (const feed of (await readJson<{ data: { id: string; attributes: { name: string } }[] }>(feeds)).data) {
    const inFeed = await fetch(`${first.url}/accounts/${account_id}/custom-feeds/${feed.id}/leads?start_date=${start}&end_date=${end}`, {
      headers: { authorization: `Token token=${api_token}` },
    });
    assert.ok((await readJson<{ data: unknown[] }>(inFeed)).data.length > 0, `the feed ${feed.attributes.name} shows nothing`);
  }

  const callV1 = async (path: string, body?: unknown) => {
    const response = await fetch(`${first.url}/v1/${path}${path.includes('?') ? '&' : '?'}account_id=${account_id}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    assert.equal(response.status, 200, path);
    return await readJson<{
      data: { id: string; attributes: Record<string, unknown>; relationships: Record<string, unknown[]> }[];
    }>(response);
  };
  const contacts = await callV1('contacts/search?page[size]=100', { departments: ['management', 'it_department', 'sales_department'] });
  assert.ok(contacts.data.length > 5, 'contacts are known');
  const crmLists = await callV1('lists?filter[scope]=company&filter[kind]=crm');
  assert.ok(crmLists.data.length === 2 && crmLists.data.every(({ attributes }) => Number(attributes.item_count) > 5), 'the CRM has lists');
  const emailed = list.data.filter(({ attributes }) => 'emailed_to' in attributes && attributes.emailed_to);
  assert.ok(emailed.length > 2, 'leads were e-mailed');
  for (const { attributes } of emailed) assert.match(String(Reflect.get(attributes, 'emailed_to')), /@[a-z0-9-]+\.example$/);

  assert.equal(await first.stop(), 0);
  const again = await startWithDemo(DATA_DIR);
  assert.deepEqual(again.summary.demo, first.summary.demo);
  assert.equal(JSON.parse(readFileSync(join(DATA_DIR, 'demo.json'), 'utf8')).daysSent, 60);
});

test('the demo is not created twice at the same time, and one that is complete is opened without sending visits', async () => {
  const service = await startTestService();
  const { ctx } = service;
  const dataDir = testDataDir();
  const open = () => openDemo(ctx, { dataDir, url: 'http://127.0.0.1:9', pastDays: 1, onProgress: () => assert.fail() });
  await ctx.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${advisoryLocks.demo}::bigint)`.execute(connection);
    await assert.rejects(open(), /^Error: The demo is still being created: try again in a few minutes\.$/);
    assert.equal(readDemoFile(dataDir), null);
    const { accountId, userId } = await service.newAccount();
    assert.equal(await open(), null, 'an installation with other accounts starts while the demo is being created');
    const demo = { seed: 1, accountId, userId, email: '', password: '', key: '', token: '', endsOn: '2026-03-01', daysSent: 60 };
    writeDemoFile(dataDir, { ...demo, isWorkedOn: true });
    assert.equal((await open())?.file.accountId, accountId);
    await sql`select pg_advisory_unlock(${advisoryLocks.demo}::bigint)`.execute(connection);
  });
});

test('the lists of the demo are created even if there are no leads', async () => {
  const service = await startTestService();
  const { accountId, userId } = await service.newAccount();
  await simulateLeadActivity(service.ctx, { accountId, userId });
  const lists = await service.ctx.db.selectFrom('lists').select('name').where('account_id', '=', accountId).execute();
  assert.deepEqual(lists.map(({ name }) => name).sort(), ['Call this week', 'Trial candidates']);
});
