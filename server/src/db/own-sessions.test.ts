import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { testDatabase } from '../../../tests/kit/database.ts';
import { until } from '../../../tests/kit/events.ts';
import { connect } from './connect.ts';
import { endOwnSessions } from './own-sessions.ts';

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
