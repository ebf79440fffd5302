import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import pg from 'pg';
import { testDatabase } from '../../../tests/kit/database.ts';
import { until } from '../../../tests/kit/events.ts';
import { hasNamespaces, inNamespaces } from '../../../tests/kit/namespaces.ts';
import { required } from '../lib/required.ts';
import { connect } from './connect.ts';
import { applicationName, endOwnSessions } from './own-sessions.ts';

test('on a shared database, only the sessions of this process are terminated', async () => {
  const { url } = await testDatabase();
  const { db, close } = connect(url, { connections: 1, name: 'test', onError: () => {} });
  const other = new pg.Client({ connectionString: url, application_name: 'leadlight web 00000000' });
  await other.connect();
  const running = assert.rejects(sql`select pg_sleep(600)`.execute(db), { code: '57P01' });
  await until(async () => {
    const active = "select from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%' and state = 'active'";
    return (await other.query(active)).rowCount === 1;
  });
  await endOwnSessions(url);
  await running;
  assert.equal((await other.query('select 1 as it')).rows[0].it, 1);
  await other.end();
  await close();
});

test('threads use the name of their process, and processes with the same pid in two containers have different names', async (t) => {
  const file = join(import.meta.dirname, 'own-sessions.ts');
  const inThread = `import(${JSON.stringify(file)}).then((it) => require('node:worker_threads').parentPort.postMessage(it.applicationName('web')))`;
  const [ofThread] = await once(new Worker(inThread, { eval: true }), 'message');
  assert.equal(ofThread, applicationName('web'));

  if (!hasNamespaces(t)) return;
  const script = `import(${JSON.stringify(file)}).then((it) => console.log(process.pid, it.applicationName('web')))`;
  const [command, ...args] = [...inNamespaces({ network: false }), process.execPath, '-e', script];
  const names = await Promise.all([1, 2].map(async () => (await promisify(execFile)(required(command), args)).stdout.split(' ')));
  assert.equal(names[0]?.[0], names[1]?.[0], 'the pids are the same');
  assert.notDeepEqual(names[0], names[1]);
});
