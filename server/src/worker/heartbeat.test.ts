import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { testDatabase } from '../../../tests/kit/database.ts';
import { until } from '../../../tests/kit/events.ts';
import { required } from '../lib/required.ts';
import { Heartbeat } from './heartbeat.ts';

const { pool, url } = await testDatabase();
const log = pino({ level: 'silent' });
const quick = { intervalMs: 20, timeoutMs: 200 };

/** A job locked by the runner with this name. */
async function lockedBy(name: string): Promise<string> {
  const { rows } = await pool.query(`select id from graphile_worker.add_job('make_partitions')`);
  await pool.query('update graphile_worker._private_jobs set locked_by = $1, locked_at = now() where id = $2', [name, rows[0].id]);
  return rows[0].id;
}

async function holderOf(id: string): Promise<string | null> {
  const { rows } = await pool.query('select locked_by from graphile_worker._private_jobs where id = $1', [id]);
  return rows[0].locked_by;
}

/** How many runners hold their lock. */
async function heldLocks(): Promise<number> {
  const { rowCount } = await pool.query(
    `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
     where datname = current_database() and locktype = 'advisory' and objsubid = 2 and granted`,
  );
  return required(rowCount);
}

test('jobs of a runner whose process died are returned to the queue, those of live runners stay locked', async (t) => {
  const ofDying = new pg.Pool({ connectionString: url, application_name: 'dying' });
  ofDying.on('error', () => {});
  const dying = new Heartbeat(ofDying, log, { intervalMs: 3_600_000 });
  const living = new Heartbeat(pool, log, quick);
  t.after(async () => {
    await Promise.all([dying.stop(), living.stop()]);
    await ofDying.end();
  });
  dying.add('pool-dying');
  living.add('pool-living');
  await until(async () => (await heldLocks()) === 2);
  const [taken, kept] = [await lockedBy('pool-dying'), await lockedBy('pool-living')];
  await new Promise((resolve) => setTimeout(resolve, 3 * quick.timeoutMs));
  assert.deepEqual([await holderOf(taken), await holderOf(kept)], ['pool-dying', 'pool-living']);

  // Simulates a killed process: its connections are gone.
  await pool.query(`select pg_terminate_backend(pid::int) from pg_stat_activity where application_name = 'dying'`);
  await until(async () => (await holderOf(taken)) === null);
  assert.equal(await holderOf(kept), 'pool-living');
});

test('a runner that reconnects in time keeps its jobs', async (t) => {
  const ofBroken = new pg.Pool({ connectionString: url, application_name: 'broken' });
  ofBroken.on('error', () => {});
  const broken = new Heartbeat(ofBroken, log, { intervalMs: 20, timeoutMs: 3_600_000 });
  const watching = new Heartbeat(pool, log, { intervalMs: 20, timeoutMs: 120_000 });
  t.after(async () => {
    await Promise.all([broken.stop(), watching.stop()]);
    await ofBroken.end();
  });
  broken.add('pool-broken');
  const job = await lockedBy('pool-broken');
  const isAlive = async () => (await heldLocks()) > 0;
  await until(isAlive);
  await pool.query(`select pg_terminate_backend(pid::int) from pg_stat_activity where application_name = 'broken'`);
  await until(isAlive);
  assert.equal(await holderOf(job), 'pool-broken');
});
