import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { deleteOldExports } from '../../server/src/domain/exports/delete-old-exports.ts';
import { recoverableExports } from '../../server/src/domain/exports/recoverable-exports.ts';
import { runExport } from '../../server/src/domain/exports/run-export.ts';
import type { FileStore } from '../../server/src/domain/file-store.ts';
import { Problem } from '../../server/src/domain/problem.ts';
import { recoverInterruptedWork } from '../../server/src/domain/recover-interrupted-work.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { fileStore } from '../../server/src/providers/file-store.ts';
import { addresses, callEarlier, type EarlierResponse, form, manyCompanies, visit } from '../kit/earlier.ts';
import { until } from '../kit/events.ts';
import { readJson } from '../kit/read-json.ts';
import { startServerProcess, testDataDir } from '../kit/server-process.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';

const aliases = 'professional_network_url=linkedin_url,country=country_name';
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback', EARLIER_ALIASES: aliases } });
let account: TestAccount;
let minute = 0;

beforeEach(async () => {
  service.clock.set(new Date(Date.parse('2026-10-01T12:00:00Z') + ++minute * 60_000));
  account = await service.newAccount({ timezone: 'Europe/Helsinki' });
});

const september = { start_date: '2026-09-01', end_date: '2026-09-30' };
const requestExport = (fields: Record<string, string> = {}) =>
  callEarlier(`${service.url}/export-requests`, {
    ...form({ account_id: account.accountId, custom_feed_id: 'all_leads', ...september, ...fields }),
    token: account.token,
  });
const getExport = (id: string, token = account.token) => callEarlier(`${service.url}/export-requests/${id}`, { token });
const download = (url: unknown, token?: string) =>
  fetch(String(url), { headers: token === undefined ? {} : { authorization: `Token token=${token}` } });
const runAndGetExport = async (response: EarlierResponse) => {
  await runExport(service.ctx, response.resource.id);
  return getExport(response.resource.id);
};

test('an export goes from pending to processed, and its file has rows, leads and locations', async () => {
  const { name } = firstOf(await manyCompanies(1));
  await visit(
    service,
    account,
    { ip: addresses.Audi, events: [{ at: '2026-09-01T21:30:00Z', url: 'https://shop.example/?utm_source=google&utm_term=red+shoes' }] },
    { ip: addresses.Audi, events: [{ at: '2026-09-03T10:00:00Z' }, { at: '2026-09-03T10:01:00Z' }] },
    { ip: addresses.SAP, events: [{ at: '2026-09-02T10:00:00Z' }] },
    { ip: addresses.BASF, events: [{ at: '2026-08-02T10:00:00Z' }] },
  );
  assert.equal(name, 'Audi');
  const response = await requestExport();
  assert.equal(response.status, 201);
  const { id } = response.resource;
  const statusUrl = `${service.url}/export-requests/${id}`;
  const createdAt = service.clock.now().toISOString();
  assert.deepEqual(response.resource, {
    type: 'export_requests',
    id,
    attributes: { status: 'pending', created_at: createdAt, status_url: statusUrl, download_url: null },
  });
  assert.equal(response.headers.get('location'), statusUrl);
  assert.equal((await getExport(id)).resource.attributes.status, 'pending');

  const done = await runAndGetExport(response);
  const { download_url: url, ...rest } = done.resource.attributes;
  assert.deepEqual(rest, { status: 'processed', created_at: createdAt, status_url: statusUrl });
  assert.match(String(url), new RegExp(`^${service.url}/download/[A-Za-z0-9_-]{43}\\.json$`));

  const report = await callEarlier(String(url), { token: account.token });
  assert.equal(report.headers.get('content-type'), 'application/vnd.api+json');
  const ids = await leadIds();
  assert.deepEqual(report.data, [
    {
      type: 'timeline_rows',
      id: ids.Audi,
      attributes: { keywords: ['red shoes'], quality: 4, stats: { bounces: 1, last_visit: '2026-09-03', pageviews: 3, visits: 2 } },
      relationships: { lead: { data: { type: 'leads', id: ids.Audi } } },
    },
    {
      type: 'timeline_rows',
      id: ids.SAP,
      attributes: { keywords: [], quality: 4, stats: { bounces: 1, last_visit: '2026-09-02', pageviews: 1, visits: 1 } },
      relationships: { lead: { data: { type: 'leads', id: ids.SAP } } },
    },
  ]);
  assert.deepEqual(report.included[0], {
    type: 'leads',
    id: ids.Audi,
    attributes: {
      name: 'Audi',
      industry: 'Vehicle manufacturing',
      first_visit_date: '2026-09-02',
      last_visit_date: '2026-09-03',
      status: 'new',
      website_url: 'https://audi.com',
      professional_network_url: null,
      microblog_handle: null,
      social_network_url: null,
      linkedin_url: null,
    },
    relationships: { location: { data: { type: 'locations', id: itemAt(report.included, 2).id } } },
  });
  assert.deepEqual(
    report.included.map(({ type }) => type),
    ['leads', 'leads', 'locations', 'locations'],
  );
  assert.deepEqual(itemAt(report.included, 2).attributes, {
    country: 'Germany',
    country_code: 'DE',
    region: 'Bavaria',
    region_code: null,
    city: 'Ingolstadt',
    state_code: null,
    country_name: 'Germany',
  });
});

async function leadIds(): Promise<Record<string, string>> {
  const rows = await service.ctx.db.selectFrom('companies').select(['id', 'name']).where('name', 'in', ['Audi', 'SAP']).execute();
  return Object.fromEntries(rows.map(({ id, name }) => [name, id]));
}

test('rows of a report have a quality of at least 1', async () => {
  await visit(service, account, { ip: addresses.Audi, events: [{ at: '2026-09-01T10:00:00Z' }] });
  await sql`update company_days set deepest_visit = 0 where account_id = ${account.accountId}`.execute(service.ctx.db);
  const blank = await sql<{ id: string }>`
    insert into companies (id, name, origin, network_name, updated_at) values (7000001, 'Blank', 'test', 'blank', now()) returning id`.execute(
    service.ctx.db,
  );
  await sql`update company_days set company_id = ${firstOf(blank.rows).id} where account_id = ${account.accountId}`.execute(service.ctx.db);
  await sql`update leads set company_id = ${firstOf(blank.rows).id} where account_id = ${account.accountId}`.execute(service.ctx.db);
  const done = await runAndGetExport(await requestExport());
  const report = await callEarlier(String(done.resource.attributes.download_url), { token: account.token });
  assert.deepEqual(
    report.data.map(({ attributes }) => attributes.quality),
    [1],
  );
  assert.equal(firstOf(report.included).attributes.industry, 'N/A');
});

test('every download is byte-identical, despite new visits and another run of the export', async () => {
  await visit(service, account, { ip: addresses.Audi, events: [{ at: '2026-09-01T10:00:00Z' }] });
  const done = await runAndGetExport(await requestExport());
  const url = done.resource.attributes.download_url;
  const first = Buffer.from(await (await download(url, account.token)).arrayBuffer());
  await visit(service, account, { ip: addresses.SAP, events: [{ at: '2026-09-02T10:00:00Z' }] });
  await runExport(service.ctx, done.resource.id);
  const second = Buffer.from(await (await download(url, account.token)).arrayBuffer());
  assert.ok(first.equals(second));
});

test('an export without leads is a document with empty lists', async () => {
  const done = await runAndGetExport(await requestExport());
  const report = await callEarlier(String(done.resource.attributes.download_url), { token: account.token });
  assert.equal(report.text, '{"data":[],"included":[]}');
});

test('a download requires the name of the file and a token of a user of the account', async () => {
  const stranger = await service.newAccount();
  const done = await runAndGetExport(await requestExport());
  const url = String(done.resource.attributes.download_url);
  assert.equal((await download(url, account.token)).status, 200);
  assert.equal((await download(url)).status, 401);
  assert.equal((await download(url, stranger.token)).status, 404);
  for (const name of ['none.json', `${'a'.repeat(43)}.json`, '..%2F..%2Fetc%2Fpasswd', 'x.part', `${url.split('/').at(-1)}.part`]) {
    assert.equal((await download(`${service.url}/download/${name}`, account.token)).status, 404, name);
  }
  assert.equal((await getExport(done.resource.id, stranger.token)).status, 404);
  for (const id of ['1', 'abc', '00000000-0000-4000-8000-000000000000']) assert.equal((await getExport(id)).status, 404);
});

test('the file is opened only to be sent', async () => {
  const done = await runAndGetExport(await requestExport());
  const url = String(done.resource.attributes.download_url);
  const { files } = service.ctx;
  const { open } = files;
  let reads = 0;
  files.open = async (name) => {
    const { size, read } = required(await open(name));
    return {
      size,
      read() {
        reads++;
        return read();
      },
    };
  };
  try {
    const head = await fetch(url, { method: 'HEAD', headers: { authorization: `Token token=${account.token}` } });
    assert.deepEqual([head.status, head.headers.get('content-length'), reads], [200, '25', 0]);
    await sql`alter table audit_log add constraint refuses_downloads check (action <> 'export.downloaded') not valid`.execute(
      service.ctx.db,
    );
    assert.deepEqual([(await download(url, account.token)).status, reads], [500, 0]);
    await sql`alter table audit_log drop constraint refuses_downloads`.execute(service.ctx.db);
    assert.deepEqual([await (await download(url, account.token)).text(), reads], ['{"data":[],"included":[]}', 1]);
  } finally {
    files.open = open;
  }
});

test('an unfinished file cannot be downloaded', async () => {
  const { resource } = await requestExport();
  const row = await service.ctx.db
    .selectFrom('export_requests')
    .select('file_name')
    .where('id', '=', resource.id)
    .executeTakeFirstOrThrow();
  assert.equal((await download(`${service.url}/download/${row.file_name}`, account.token)).status, 404);
});

test('invalid requests are rejected with titles that name the cause', async () => {
  const stranger = await service.newAccount();
  for (const [fields, status, title] of [
    [{ account_id: '' }, 400, "Required parameter 'account_id' is missing"],
    [{ account_id: 'abc' }, 400, "Parameter 'account_id' must be an integer"],
    [{ account_id: stranger.accountId }, 404, `There is no account ${stranger.accountId}`],
    [{ custom_feed_id: '' }, 400, "Required parameter 'custom_feed_id' is missing"],
    [{ custom_feed_id: '12345' }, 404, 'There is no custom feed "12345".'],
    [{ start_date: '' }, 400, "Required parameter 'start_date' is missing"],
    [{ end_date: '' }, 400, "Required parameter 'end_date' is missing"],
    [{ end_date: '2026-02-30' }, 400, 'Invalid end_date format: YYYY-MM-DD is expected'],
    [{ end_date: '2026-08-30' }, 400, "Parameter 'start_date' must not be after 'end_date'"],
  ] as const) {
    const response = await requestExport(fields);
    assert.deepEqual([response.status, response.title], [status, title]);
    service.clock.set(new Date(service.clock.now().getTime() + 3_600_000));
  }
  const post = (type: string, body: string) =>
    callEarlier(`${service.url}/export-requests`, { method: 'POST', headers: { 'content-type': type }, body, token: account.token });
  assert.deepEqual([(await post('application/json', '{')).status, (await post('text/xml', '<a/>')).status], [400, 400]);
});

test('a JSON:API body is accepted, with the account id as a number or a string', async () => {
  for (const accountId of [account.accountId, Number(account.accountId)]) {
    for (const type of ['application/vnd.api+json', 'application/json']) {
      const body = JSON.stringify({
        data: { type: 'export_requests', attributes: { account_id: accountId, custom_feed_id: 'all_leads', ...september } },
      });
      const response = await callEarlier(`${service.url}/export-requests`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
        token: account.token,
      });
      assert.deepEqual([response.status, response.resource.attributes.status], [201, 'pending']);
    }
  }
});

test('an export whose feed was deleted fails without a retry', async () => {
  await sql`insert into custom_feeds (account_id, id, number, name, filters, created_at, updated_at)
    values (${account.accountId}, gen_random_uuid(), 5, 'Five', '{"all": []}', now(), now())`.execute(service.ctx.db);
  const response = await requestExport({ custom_feed_id: '5' });
  await sql`delete from custom_feeds where account_id = ${account.accountId}`.execute(service.ctx.db);
  const done = await runAndGetExport(response);
  assert.deepEqual([done.resource.attributes.status, done.resource.attributes.download_url], ['failed', null]);
});

test('an export that cannot be written is retried twice and then fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-export-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'exports'), 'a file in place of the folder');
  const ctx = { ...service.ctx, files: fileStore(join(folder, 'exports')) };
  const { resource } = await requestExport();
  await assert.rejects(runExport(ctx, resource.id));
  await assert.rejects(runExport(ctx, resource.id));
  assert.equal((await getExport(resource.id)).resource.attributes.status, 'pending');
  await runExport(ctx, resource.id);
  assert.equal((await getExport(resource.id)).resource.attributes.status, 'failed');
});

test('an export whose worker died in every attempt fails instead of being started again', async () => {
  const { resource } = await requestExport();
  const died = new Date(service.clock.now().getTime() - 61_000);
  const { db } = service.ctx;
  await db.updateTable('export_requests').set({ attempts: 3, heartbeat_at: died }).where('id', '=', resource.id).execute();
  await runExport(service.ctx, resource.id);
  const { status, finished_at: finishedAt } = await db
    .selectFrom('export_requests')
    .select(['status', 'finished_at'])
    .where('id', '=', resource.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([status, finishedAt], ['failed', service.clock.now()]);
});

test('a worker that lost its lease neither fails the export nor releases the lease of the worker that took over', async () => {
  const { ctx } = service;
  const row = (id: string) =>
    ctx.db.selectFrom('export_requests').select(['status', 'heartbeat_at', 'attempts']).where('id', '=', id).executeTakeFirstOrThrow();
  /** Starts a worker that waits before it creates the file. */
  const startWorker = async (id: string) => {
    const isWaiting = Promise.withResolvers<void>();
    const proceeds = Promise.withResolvers<void>();
    const create = async () => {
      isWaiting.resolve();
      await proceeds.promise;
      return ctx.files.create();
    };
    const run = runExport({ ...ctx, files: { ...ctx.files, create } }, id);
    await isWaiting.promise;
    return { run, proceeds };
  };
  for (const error of [new Error('Connection lost'), new Problem('not_found', 'There is no such feed.')]) {
    const { resource } = await requestExport();
    const first = await startWorker(resource.id);
    service.clock.set(new Date(service.clock.now().getTime() + 61_000));
    const second = await startWorker(resource.id);
    const claimed = await row(resource.id);
    first.proceeds.reject(error);
    await first.run.catch(() => undefined);
    assert.deepEqual([await row(resource.id), claimed.attempts, claimed.heartbeat_at === null], [claimed, 2, false]);
    second.proceeds.resolve();
    await second.run;
    assert.equal((await row(resource.id)).status, 'processed');
  }
});

test('a transient error leaves no partial file, and the next attempt completes the export', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-export-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(folder, { recursive: true });
  await visit(service, account, { ip: addresses.Audi, events: [{ at: '2026-09-01T10:00:00Z' }] });
  const { resource } = await requestExport();
  const store = fileStore(folder);
  const failing: FileStore = {
    ...store,
    async create() {
      const file = await store.create();
      return {
        ...file,
        write: (text) =>
          String(text).startsWith('{"type":"timeline_rows"') ? Promise.reject(new Error('No space left')) : file.write(text),
      };
    },
  };
  await assert.rejects(runExport({ ...service.ctx, files: failing }, resource.id), /No space/);
  assert.deepEqual(readdirSync(folder), []);
  await runExport(service.ctx, resource.id);
  const done = await getExport(resource.id);
  assert.equal((await callEarlier(String(done.resource.attributes.download_url), { token: account.token })).data.length, 1);
});

test('only one of several workers creates an export', async () => {
  await visit(service, account, { ip: addresses.Audi, events: [{ at: '2026-09-01T10:00:00Z' }] });
  const { resource } = await requestExport();
  let fileCount = 0;
  const files: FileStore = {
    ...service.ctx.files,
    async create() {
      fileCount++;
      return service.ctx.files.create();
    },
  };
  await Promise.all([1, 2, 3].map(() => runExport({ ...service.ctx, files }, resource.id)));
  // A report is written to two files, one of which is appended to the other.
  assert.equal(fileCount, 2);
});

test('a slow worker does not replace the file of the worker that took over its export', async () => {
  await visit(service, account, { ip: addresses.Audi, events: [{ at: '2026-09-01T10:00:00Z' }] });
  const { resource } = await requestExport();
  let isTakenOver = false;
  const slow: FileStore = {
    ...service.ctx.files,
    async create() {
      if (!isTakenOver) {
        isTakenOver = true;
        const later = { now: () => new Date(service.clock.now().getTime() + 61_000) };
        await runExport({ ...service.ctx, clock: later }, resource.id);
        await visit(service, account, { ip: addresses.SAP, events: [{ at: '2026-09-02T10:00:00Z' }] });
      }
      return service.ctx.files.create();
    },
  };
  const name = required(
    (await service.ctx.db.selectFrom('export_requests').select('file_name').where('id', '=', resource.id).executeTakeFirstOrThrow())
      .file_name,
  );
  await runExport({ ...service.ctx, files: slow }, resource.id);
  const report = await callEarlier(`${service.url}/download/${name}`, { token: account.token });
  assert.equal(report.data.length, 1);
});

test('files and their requests are deleted after seven days', async () => {
  const done = await runAndGetExport(await requestExport());
  const url = done.resource.attributes.download_url;
  const createdAt = service.clock.now().getTime();
  service.clock.set(new Date(createdAt + 7 * 86_400_000 - 60_000));
  await deleteOldExports(service.ctx);
  assert.equal((await download(url, account.token)).status, 200);
  service.clock.set(new Date(createdAt + 7 * 86_400_000 + 1));
  assert.equal((await download(url, account.token)).status, 404);
  await deleteOldExports(service.ctx);
  assert.equal((await getExport(done.resource.id)).status, 404);
  assert.equal(await service.ctx.files.open(lastOf(String(url).split('/'))), null);
});

test('another worker takes over the export of a killed worker', async () => {
  const leadCount = 12_000;
  service.clock.set(new Date());
  const { accountId, token } = account;
  await sql`insert into companies (id, name, origin, network_name, updated_at)
    select 8000000 + n, 'Company ' || n, 'test', 'export company ' || n, '2026-09-01' from generate_series(1, ${leadCount}::int) as n on conflict do nothing`.execute(
    service.ctx.db,
  );
  await sql`insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views)
    select ${accountId}, 8000000 + n, '2026-09-01T10:00:00Z', '2026-09-01T10:00:00Z', 1, 1 from generate_series(1, ${leadCount}::int) as n`.execute(
    service.ctx.db,
  );
  await sql`insert into company_days (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select account_id, company_id, '2026-09-01', 0, 1, 1, 1, first_visit_at, last_visit_at from leads where account_id = ${accountId}`.execute(
    service.ctx.db,
  );
  const dataDir = testDataDir();
  const environment = { DATABASE_URL: service.connection.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const start = () => startServerProcess(environment, ['start', '--no-demo', '--role', 'web,worker']);

  const first = await start();
  await first.ready();
  const response = await callEarlier(`${first.url}/export-requests`, {
    ...form({ account_id: accountId, custom_feed_id: 'all_leads', ...september }),
    token,
  });
  const { id } = response.resource;
  const isInProgress = async () => existsSync(join(dataDir, 'exports')) && readdirSync(join(dataDir, 'exports')).length > 0;
  await until(isInProgress);
  first.child.kill('SIGKILL');
  await first.ended;
  assert.equal((await getExport(id)).resource.attributes.status, 'pending');
  assert.equal(
    readdirSync(join(dataDir, 'exports')).some((name) => name.endsWith('.json')),
    false,
  );

  // Sets the clock of the recovery ahead instead of waiting for a minute.
  const later = { ...service.ctx, clock: { now: () => new Date(Date.now() + 61_000) } };
  assert.equal(await recoverInterruptedWork(later, [recoverableExports]), 1);
  await sql`update export_requests set heartbeat_at = heartbeat_at - interval '61 seconds' where id = ${id}`.execute(service.ctx.db);
  const second = await start();
  await second.ready();
  // Reads the database: polling the API on a slow machine would exceed its rate limit.
  await until(async () => {
    const { status } = await service.ctx.db.selectFrom('export_requests').select('status').where('id', '=', id).executeTakeFirstOrThrow();
    return status === 'processed';
  });
  const { download_url: url } = (await callEarlier(`${second.url}/export-requests/${id}`, { token })).resource.attributes;
  const file = await download(String(url).replace(/^http:\/\/[^/]+/, second.url), token);
  const report = await readJson<{ data: unknown[] }>(file);
  assert.equal(report.data.length, leadCount);
});

test('an export whose worker died before starting it gets a new job; a waiting job is not duplicated', async () => {
  const { accountId, token } = await service.newAccount();
  const response = await callEarlier(`${service.url}/export-requests`, {
    ...form({ account_id: accountId, custom_feed_id: 'all_leads', ...september }),
    token,
  });
  const key = `export-${response.resource.id}`;
  const countJobs = async () =>
    (await service.connection.pool.query('select locked_by from graphile_worker._private_jobs where key = $1', [key])).rows.length;
  const later = { ...service.ctx, clock: { now: () => new Date(Date.now() + 61_000) } };
  await recoverInterruptedWork(service.ctx, [recoverableExports]);
  assert.equal(await countJobs(), 1);
  await recoverInterruptedWork(later, [recoverableExports]);
  assert.equal(await countJobs(), 1);
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead' where key = ${key}`.execute(service.ctx.db);
  await recoverInterruptedWork(later, [recoverableExports]);
  const { rows } = await service.connection.pool.query(
    "select locked_by from graphile_worker._private_jobs where payload ->> 'exportId' = $1 and locked_by is null",
    [response.resource.id],
  );
  assert.equal(rows.length, 1);
});

test('recovery keeps the place and the attempts of an export that is still queued, and lists exports in the order of their requests', async () => {
  const { db } = service.ctx;
  const later = { ...service.ctx, clock: { now: () => new Date(service.clock.now().getTime() + 3_600_000) } };
  await db.updateTable('export_requests').set({ status: 'failed' }).where('status', '=', 'pending').execute();
  const { resource: second } = await requestExport();
  service.clock.set(new Date(service.clock.now().getTime() - 1_000));
  const { resource: first } = await requestExport();
  const listed = await recoverableExports.listInterrupted(later, later.clock.now());
  assert.deepEqual(
    listed.map(({ id }) => id),
    [first.id, second.id],
  );
  const key = `export-${first.id}`;
  const findJob = async () =>
    (await sql`select id, run_at, attempts from graphile_worker._private_jobs where key = ${key}`.execute(db)).rows[0];
  // As after two failures: the job waits for its backoff.
  await sql`update graphile_worker._private_jobs set attempts = 2, run_at = now() + interval '1 minute' where key = ${key}`.execute(db);
  const before = await findJob();
  await recoverInterruptedWork(later, [recoverableExports]);
  assert.deepEqual(await findJob(), before);
  // A job that has used all its attempts would never run again.
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${key}`.execute(db);
  await recoverInterruptedWork(later, [recoverableExports]);
  assert.equal(((await findJob()) as { attempts: number }).attempts, 0);
});
