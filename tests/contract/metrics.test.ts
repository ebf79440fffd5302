import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { addPages } from '../../server/src/app/pages.ts';
import { readConfig } from '../../server/src/config.ts';
import { connect } from '../../server/src/db/connect.ts';
import { announceLeadsOfAccounts } from '../../server/src/domain/alerts/announce-leads.ts';
import { createOauthApp } from '../../server/src/domain/auth/oauth-apps.ts';
import { getServiceState } from '../../server/src/domain/monitoring/get-service-state.ts';
import { createServer } from '../../server/src/http/server.ts';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { Metrics } from '../../server/src/metrics/metrics.ts';
import { openMetrics } from '../../server/src/metrics/open-metrics.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { checkedClient } from '../kit/checked-client.ts';
import { addressOfAudi, addressOfSap } from '../kit/create-sample-records.ts';
import { testAccountBinding, testDatabase } from '../kit/database.ts';
import { startDatabaseProxy } from '../kit/database-proxy.ts';
import { pageView, post, until } from '../kit/events.ts';
import { FormBrowser } from '../kit/form-browser.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';
import { startWebhookReceiver } from '../kit/webhook-receiver.ts';

const metrics = new Metrics({
  serviceState: () => state(),
  disk: async () => ({ freeBytes: 1, sizeBytes: 1 }),
  ipDataAges: () => ({ networks: 0, locations: 0 }),
  hasRowLevelSecurity: async () => true,
  backupIntervalSeconds: 0,
});
const environment = { TRUST_PROXY: 'loopback', WEBHOOK_PRIVATE_ADDRESSES: 'allowed', COLLECT_RATE: '20', INBOX_LIMIT: '1000' };
const database = await testDatabase();
const proxy = await startDatabaseProxy(database.url);
const connection = connect(proxy.url, { connections: 4, name: 'metrics', accountBinding: testAccountBinding(), onError: () => {} });
const service = await startTestService({ environment, metrics, connection });
after(() => connection.close());
const state = () => getServiceState(service.ctx, { inboxLimit: 1000 });
const account = await service.newAccount();

/** The value of a series, 0 if it does not exist yet. */
async function metricValue(series: string): Promise<number> {
  const line = (await metrics.text()).split('\n').find((text) => text.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
}

/** Returns by how much each series grows while the work runs. */
async function growthOf(series: string[], work: () => Promise<unknown>): Promise<number[]> {
  const values = () => Promise.all(series.map(metricValue));
  const before = await values();
  await work();
  return (await values()).map((value, index) => value - itemAt(before, index));
}

const refusalSeries = (status: number, cause: string) => `leadlight_http_refusals_total{status="${status}",cause="${cause}"}`;
const send = (ip: string, events = [pageView()], headers = {}) =>
  post({ url: service.url, scriptHash: account.scriptHash, events, headers: { 'x-forwarded-for': ip, ...headers } });

test('events are counted from receipt to outcome, verdicts by kind', async () => {
  const event = pageView();
  const received = await growthOf(['leadlight_events_received_total', 'leadlight_events_stored_total'], async () => {
    await send(addressOfAudi, [event, pageView()]);
    await send(addressOfAudi, [event]);
    await send(addressOfAudi, [pageView()], { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
  });
  assert.deepEqual(received, [4, 0]);
  service.clock.set(new Date(Date.now() + 90_000));
  const waiting = await state();
  assert.equal(waiting.eventQueue.events, 4);
  assert.ok(waiting.eventQueue.oldestAgeSeconds >= 89);
  const outcomes = await growthOf(
    [
      'leadlight_events_stored_total',
      'leadlight_events_dropped_total{reason="duplicate"}',
      'leadlight_events_dropped_total{reason="bot"}',
      'leadlight_verdicts_total{kind="business",identified="true"}',
    ],
    () => service.drain(),
  );
  service.clock.resume();
  assert.deepEqual(outcomes.slice(0, 3), [2, 1, 1]);
  assert.ok(itemAt(outcomes, 3) >= 1, 'at least one verdict');
  assert.deepEqual((await state()).eventQueue, { events: 0, oldestAgeSeconds: 0 });
});

test('events that cannot be processed count as failed and become dead letters', async () => {
  await send(addressOfAudi);
  await sql`update inbox set body = '{"broken' where account_id = ${account.accountId}`.execute(service.ctx.db);
  const [failed] = await growthOf(['leadlight_events_failed_total'], () => service.drain());
  assert.equal(failed, 1);
  assert.equal((await state()).deadLetterEvents, 1);
});

test('deliveries are counted by channel and outcome', async () => {
  const receiver = await startWebhookReceiver();
  receiver.status = 500;
  const call = checkedClient(service, account);
  const attributes = {
    name: 'All',
    filters: { all: [{ field: 'page_url', operator: 'contains', values: ['/'] }] },
    subscription: { webhook: receiver.url },
  };
  assert.equal((await call('/v1/web-visits/custom-feeds', { body: { data: { type: 'custom_feed', attributes } } })).status, 201);
  service.clock.set(new Date(Date.now() + 60_000));
  await send(addressOfSap);
  await service.drain();
  const series = ['failed', 'sent'].map((outcome) => `leadlight_deliveries_total{channel="webhook",outcome="${outcome}"}`);
  const attempt = async () => {
    await announceLeadsOfAccounts(service.ctx);
    await runQueuedJobs(service);
  };
  const first = await growthOf(series, attempt);
  receiver.status = 204;
  service.clock.set(new Date(service.ctx.clock.now().getTime() + 86_400_000));
  const second = await growthOf(series, attempt);
  service.clock.resume();
  assert.deepEqual(
    [first, second],
    [
      [1, 0],
      [0, 1],
    ],
  );
});

test('waiting and permanently failed jobs are distinguished, and the last backup is exposed', async () => {
  const { db } = service.ctx;
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  const now = service.ctx.clock.now();
  await sql`select graphile_worker.add_job('make_partitions', run_at => ${new Date(now.getTime() - 60_000)}::timestamptz)`.execute(db);
  await sql`select graphile_worker.add_job('make_partitions', run_at => ${new Date(now.getTime() + 60_000)}::timestamptz)`.execute(db);
  await sql`select graphile_worker.add_job('broken', run_at => ${new Date(now.getTime() - 900_000)}::timestamptz)`.execute(db);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where run_at < ${new Date(now.getTime() - 600_000)}`.execute(
    db,
  );
  service.clock.set(now);
  const before = await state();
  assert.deepEqual(before.jobs, { waiting: 1, oldestAgeSeconds: 60, dead: 1 });
  await sql`update graphile_worker._private_jobs set locked_at = ${now} where attempts = max_attempts`.execute(db);
  assert.deepEqual((await state()).jobs, { waiting: 2, oldestAgeSeconds: 60, dead: 0 }, 'a job in its last attempt is running');
  const early = new Date(now.getTime() - 300_000);
  await sql`select graphile_worker.add_job('import', queue_name => 'import:1', run_at => ${early}::timestamptz)`.execute(db);
  await sql`update graphile_worker._private_job_queues set locked_at = ${now} where queue_name = 'import:1'`.execute(db);
  assert.deepEqual((await state()).jobs, { waiting: 3, oldestAgeSeconds: 60, dead: 0 }, 'a job waits for another one of its queue');
  assert.equal(before.lastBackupAt, null);
  assert.ok(before.databaseBytes > 1_000_000);
  await sql`insert into backup_runs (id, started_at, finished_at, is_scheduled, path, bytes)
    values (1, ${now}, ${now}, false, '/backups/one.tar', 1)`.execute(db);
  service.clock.resume();
  assert.deepEqual((await state()).lastBackupAt, now);
  await sql`delete from graphile_worker._private_jobs`.execute(db);
});

test('a collector request that is cut off because of its size is counted with status 413', async () => {
  const series = 'leadlight_http_requests_total{route="/collect",method="POST",status="413"}';
  const before = await metricValue(series);
  // The sender may still be sending when the connection is closed, and then receives no response.
  const status = await fetch(`${service.url}/collect`, { method: 'POST', body: 'x'.repeat(4 * 1024 * 1024) }).then(
    (response) => response.status,
    () => null,
  );
  assert.ok(status === 413 || status === null, String(status));
  await until(async () => (await metricValue(series)) === before + 1);
});

test('a request to a variant of the collector’s path is counted once, too', async () => {
  const series = 'leadlight_http_requests_total{route="/collect",method="POST",status="404"}';
  const paths = ['/collect', '//collect', '/collect?v=1'];
  const [counted] = await growthOf([series], async () => {
    for (const path of paths) await fetch(`${service.url}${path}`, { method: 'POST', body: '{"script_hash":"unknown","events":[{}]}' });
    // By the response to another request, all of these have been counted.
    await fetch(`${service.url}/healthz`);
  });
  assert.equal(counted, paths.length);
});

test('a refused collector request may not continue to send its body', async () => {
  const ip = '198.51.100.78';
  // Stops the clock, so that the limit does not refill.
  service.clock.set(service.ctx.clock.now());
  await Promise.all(Array.from({ length: 45 }, () => send(ip)));
  const chunk = Buffer.alloc(1024 * 1024);
  const allBytes = 200 * chunk.length;
  for (const path of ['/collect', '/collect?v=1']) {
    const client = connectSocket(Number(new URL(service.url).port), '127.0.0.1');
    let response = '';
    client
      .setMaxListeners(0)
      .on('data', (data) => (response += data))
      .on('error', () => {});
    client.write(`POST ${path} HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: ${ip}\r\nContent-Length: ${allBytes}\r\n\r\n`);
    let sentBytes = 0;
    while (!client.destroyed && sentBytes < allBytes) {
      sentBytes += chunk.length;
      if (!client.write(chunk)) await Promise.race([once(client, 'drain'), once(client, 'close')]).catch(() => {});
    }
    client.destroy();
    assert.ok(sentBytes < allBytes / 2, `${path}: ${sentBytes} bytes`);
    assert.match(response, /^(HTTP\/1.1 429 |$)/);
  }
  service.clock.resume();
});

test('429 responses of every interface are counted by cause', async () => {
  const { url } = service;
  // Stops the clock, so that no limit refills.
  service.clock.set(service.ctx.clock.now());
  const slow = await service.newAccount({ key: { ratePerSecond: 1, burst: 1 } });
  const spent = await service.newAccount({ key: { monthlyQuota: 1 } });
  const v1 = (key: string) => fetch(`${url}/v1/users/me`, { headers: { 'x-api-key': key } });
  const earlier = (token: string) => fetch(`${url}/accounts`, { headers: { authorization: `Token token=${token}` } });
  const exportRequest = () => fetch(`${url}/export-requests`, { method: 'POST', headers: { authorization: `Token token=${spent.token}` } });
  const person = new BrowserSession(service);
  const repeat = (times: number, request: () => Promise<unknown>) => Promise.all(Array.from({ length: times }, request));
  const cases: [status: number, cause: string, work: () => Promise<unknown>][] = [
    [429, 'address_rate', () => repeat(45, () => send('198.51.100.77'))],
    [429, 'credential_rate', () => repeat(3, () => v1(slow.key))],
    [429, 'monthly_quota', () => repeat(2, () => v1(spent.key))],
    [429, 'wrong_credentials', () => repeat(101, () => earlier('wrong'))],
    [429, 'credential_rate', () => repeat(101, () => earlier(slow.token))],
    [429, 'export_rate', () => repeat(6, () => exportRequest())],
    [429, 'attempts', () => repeat(12, () => person.signIn(slow.email, 'wrong').catch(() => {}))],
  ];
  for (const [status, cause, work] of cases) {
    const [refused, other] = firstItems(await growthOf([refusalSeries(status, cause), refusalSeries(status, 'other')], work), 2);
    assert.ok(refused > 0, `${status} ${cause}`);
    assert.equal(other, 0, `${status} ${cause}`);
  }
  service.clock.resume();
});

test('503 responses because of a full queue or a missing build are counted by cause', async () => {
  await sql`
    insert into inbox (account_id, id, lane, received_at, events, body)
    select ${account.accountId}::bigint, number, 0, now(), 100, '[null,null,null,0,0,0,0,0,[]]' from generate_series(1, 10) as number`.execute(
    service.ctx.db,
  );
  const [full] = await growthOf([refusalSeries(503, 'inbox_full')], () => until(async () => (await send('198.51.100.9')).status === 503));
  assert.ok(Number(full) > 0);
  await sql`delete from inbox`.execute(service.ctx.db);
  await until(async () => (await send('198.51.100.10')).status === 204);

  const server = createServer({ trustProxy: false, publicUrl: 'http://localhost' }, service.ctx.log);
  metrics.watch(server);
  await addPages(server, new Set(), '/nonexistent');
  const unbuilt = await growthOf([refusalSeries(503, 'not_built')], () => server.inject('/'));
  assert.deepEqual(unbuilt, [1]);
  await server.close();
});

test('while the database is down, 503 responses of every interface are counted by cause', async () => {
  const { url } = service;
  const { key, token } = account;
  assert.equal(await metricValue('leadlight_database_up'), 1);
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  const interaction = await startInteraction();
  proxy.disconnect();
  const cases: [cause: string, request: () => Promise<Response>][] = [
    ['database', () => fetch(`${url}/v1/users/me`, { headers: { 'x-api-key': key } })],
    ['database', () => fetch(`${url}/accounts`, { headers: { authorization: `Token token=${token}` } })],
    ['database', () => fetch(`${url}/app/api/session`, { headers: { cookie: person.cookie } })],
    ['database', () => fetch(`${url}/oauth/authorize?client_id=any`)],
    ['database', interaction],
    ['inbox_write', () => send('198.51.100.8')],
    ['not_ready', () => fetch(`${url}/readyz`)],
  ];
  for (const [cause, request] of cases) {
    const growth = await growthOf([refusalSeries(503, cause), refusalSeries(503, 'other')], async () => {
      const response = await request();
      assert.equal(response.status, 503, response.url);
      assert.ok(Number(response.headers.get('retry-after')) > 0, `${response.url} has no Retry-After`);
    });
    assert.deepEqual(growth, [1, 0], cause);
  }
  await assert.rejects(state());
  proxy.restore();
});

test('the metrics of a server say whether row-level security protects all tables, and how often backups are scheduled', {
  skip: testAccountBinding() === null && 'this database has no row-level security',
}, async () => {
  const config = readConfig({ BACKUP_EVERY: '7d', BACKUP_DIR: '/backups' });
  const served = async () => {
    const text = await openMetrics(config, { ctx: service.ctx, connection }, true).text();
    return ['row_level_security', 'backup_interval_seconds'].map((name) => new RegExp(`^leadlight_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  assert.deepEqual(await served(), ['1', '604800']);
  await sql`alter table tags disable row level security`.execute(service.ctx.db);
  assert.deepEqual(await served(), ['0', '604800']);
  await sql`alter table tags enable row level security`.execute(service.ctx.db);
});

/** Starts an authorization request of an app, and returns a function that opens its sign-in page. */
async function startInteraction(): Promise<() => Promise<Response>> {
  const redirectUri = 'https://app.example/callback';
  const app = await createOauthApp(service.ctx, {
    accountId: account.accountId,
    name: 'Sync',
    redirectUris: [redirectUri],
    scopes: ['tags:read'],
  });
  const query = new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'tags:read',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  const browser = new FormBrowser(service.url);
  const page = await browser.go(`${service.url}/oauth/authorize?${query}`);
  assert.equal(page.status, 200);
  return () => fetch(page.url, { headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') } });
}
