import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { testDatabase } from '../../../tests/kit/database.ts';
import { until } from '../../../tests/kit/events.ts';
import { Heartbeat } from './heartbeat.ts';

const { pool, url } = await testDatabase();
const log = pino({ level: 'silent' });
const quick = { intervalMs: 20, timeoutMs: 200 };

/** Adds a job that is locked by the runner with this name. Returns the id of the job. */
async function addJobLockedBy(name: string): Promise<string> {
  const { rows } = await pool.query(`select id from graphile_worker.add_job('make_partitions')`);
  await pool.query('update graphile_worker._private_jobs set locked_by = $1, locked_at = now() where id = $2', [name, rows[0].id]);
  return rows[0].id;
}

async function holderOf(id: string): Promise<string | null> {
  const { rows } = await pool.query('select locked_by from graphile_worker._private_jobs where id = $1', [id]);
  return rows[0].locked_by;
}

/** Returns the process id of the database session that holds the advisory lock of a runner. */
async function sessionWithLockOf(name: string): Promise<number | undefined> {
  const { rows } = await pool.query(
    `select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
     where datname = current_database() and locktype = 'advisory' and objsubid = 2 and granted
       and objid = (hashtext($1)::bigint & 4294967295)::oid`,
    [name],
  );
  return rows[0]?.pid;
}

test('jobs of a runner whose process died are returned to the queue, and those of live runners stay locked', async (t) => {
  const dyingPool = new pg.Pool({ connectionString: url, application_name: 'dying' });
  dyingPool.on('error', () => {});
  const dying = new Heartbeat(dyingPool, log, { intervalMs: 3_600_000 });
  const living = new Heartbeat(pool, log, quick);
  t.after(async () => {
    await Promise.all([dying.stop(), living.stop()]);
    await dyingPool.end();
  });
  dying.add('pool-dying');
  living.add('pool-living');
  for (const name of ['pool-dying', 'pool-living']) await until(async () => (await sessionWithLockOf(name)) !== undefined);
  const [lost, kept] = [await addJobLockedBy('pool-dying'), await addJobLockedBy('pool-living')];
  await pause(3 * quick.timeoutMs);
  assert.deepEqual([await holderOf(lost), await holderOf(kept)], ['pool-dying', 'pool-living']);

  // Closes the connections of the runner, as if its process had been killed.
  await pool.query(`select pg_terminate_backend(pid::int) from pg_stat_activity where application_name = 'dying'`);
  await until(async () => (await holderOf(lost)) === null);
  assert.equal(await holderOf(kept), 'pool-living');
});

test('a runner that reconnects in time keeps its jobs', async (t) => {
  const brokenPool = new pg.Pool({ connectionString: url, application_name: 'broken' });
  brokenPool.on('error', () => {});
  const broken = new Heartbeat(brokenPool, log, { intervalMs: 20, timeoutMs: 3_600_000 });
  const watching = new Heartbeat(pool, log, { intervalMs: 20, timeoutMs: 120_000 });
  t.after(async () => {
    await Promise.all([broken.stop(), watching.stop()]);
    await brokenPool.end();
  });
  broken.add('pool-broken');
  const job = await addJobLockedBy('pool-broken');
  await until(async () => (await sessionWithLockOf('pool-broken')) !== undefined);
  const session = await sessionWithLockOf('pool-broken');
  await pool.query(`select pg_terminate_backend(pid::int) from pg_stat_activity where application_name = 'broken'`);
  // The old session may still be ending.
  await until(async () => ![undefined, session].includes(await sessionWithLockOf('pool-broken')));
  assert.equal(await holderOf(job), 'pool-broken');
});

test('a runner whose lock query failed gets its lock with the next heartbeat', async (t) => {
  const fullPool = new pg.Pool({ connectionString: url, application_name: 'full' });
  fullPool.once('connect', (client) =>
    t.mock.method(client, 'query', () => Promise.reject(new Error('out of shared memory')), { times: 1 }),
  );
  const heartbeat = new Heartbeat(fullPool, log, quick);
  t.after(async () => {
    await heartbeat.stop();
    await fullPool.end();
  });
  heartbeat.add('pool-full');
  await until(async () => (await sessionWithLockOf('pool-full')) !== undefined);
});
