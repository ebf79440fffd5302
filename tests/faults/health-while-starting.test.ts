import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { testDatabase } from '../kit/database.ts';
import { readJson } from '../kit/read-json.ts';
import { type ServerProcess, startServerProcess, testDataDir } from '../kit/server-process.ts';

/** `create index` waits for an advisory lock, so that the migration lasts as long as the test needs. */
const slowMigrations = `
  create function wait_for_test() returns event_trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(4711); end $$;
  create event trigger slow_migrations on ddl_command_start when tag in ('CREATE INDEX') execute function wait_for_test();`;

test('two servers can start concurrently on a new database; during a long migration, only health checks are answered', async () => {
  const { url: DATABASE_URL, pool } = await testDatabase('template0');
  const holder = new pg.Client({ connectionString: DATABASE_URL });
  await holder.connect();
  await holder.query(slowMigrations);
  await holder.query('select pg_advisory_lock(4711)');
  const environment = { DATABASE_URL, DATA_DIR: testDataDir() };
  const servers = await Promise.all([startServerProcess(environment), startServerProcess(environment)]);
  const isMigrating = ({ url }: ServerProcess) =>
    fetch(`${url}/readyz`).then(
      async (response) => /^Migrating the database: \d/.test((await readJson<{ parts: { start?: string } }>(response)).parts.start ?? ''),
      () => false,
    );
  let server: ServerProcess | undefined;
  for (; !server; await pause(50)) for (const candidate of servers) if (await isMigrating(candidate)) server = candidate;

  const health = await fetch(`${server.url}/healthz`);
  assert.deepEqual([health.status, await health.json()], [200, { status: 'starting' }]);
  assert.equal(health.headers.get('x-content-type-options'), 'nosniff');
  const ready = await fetch(`${server.url}/readyz`);
  assert.deepEqual([ready.status, ready.headers.get('retry-after')], [503, '5']);
  for (const path of ['/', '/collect', '/v1/web-visits']) {
    const refused = await fetch(`${server.url}${path}`, { method: 'POST', body: '{}' });
    assert.deepEqual([refused.status, await refused.json()], [503, { errors: [{ title: 'The service is starting' }] }]);
    assert.equal(refused.headers.get('retry-after'), '5');
  }

  await holder.query('select pg_advisory_unlock(4711)');
  await holder.end();
  await Promise.all(servers.map((server) => server.ready()));
  for (const { url } of servers) assert.deepEqual(await (await fetch(`${url}/healthz`)).json(), { status: 'ok' });
  const { rows } = await pool.query('select count(*)::int as count, count(distinct name)::int as names from migrations');
  assert.ok(rows[0].count > 5);
  assert.equal(rows[0].count, rows[0].names);
});
