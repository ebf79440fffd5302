import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { testAccountBinding, testDatabase } from '../../../../tests/kit/database.ts';
import { onEveryNode } from '../../../../tests/kit/database-nodes.ts';
import { until } from '../../../../tests/kit/events.ts';
import { startServerProcess, testDataDir } from '../../../../tests/kit/server-process.ts';
import { required } from '../../lib/required.ts';
import { connect, type Database } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { findAccountBinding } from './find-account-binding.ts';
import { accountRole, authRole } from './request-roles.ts';

const serverUrl = required(process.env.LEADLIGHT_TEST_SERVER);
const name = `leadlight_plain_${randomBytes(6).toString('hex')}`;

async function asAdministrator(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A database user that may neither create roles nor switch to the request roles. */
await asAdministrator(`create role ${name} login password 'plain' nosuperuser nocreaterole`, `create database ${name} owner ${name}`);
after(() => asAdministrator(`drop database ${name} with (force)`, `drop role ${name}`));
const url = new URL(serverUrl);
url.pathname = `/${name}`;
url.username = name;
url.password = 'plain';

test('without the privilege to use the request roles, the server starts and reports that row-level security is not active', async () => {
  await migrate(url.href);
  assert.equal(await findAccountBinding(url.href), null);
  const server = await startServerProcess({ DATABASE_URL: url.href, DATA_DIR: testDataDir() });
  await until(async () => server.output().includes('Row-level security is not active'));
  server.child.kill('SIGTERM');
  await server.ended;
});

test('after an administrator has granted the roles, the next run of the migrations activates row-level security', async () => {
  await asAdministrator(`grant ${authRole}, ${accountRole} to ${name}`);
  await migrate(url.href);
  assert.equal(await findAccountBinding(url.href), 'connection');
  const connection = connect(url.href, { connections: 2, name: 'test', onError: () => {}, accountBinding: 'connection' });
  try {
    const account = { plan: 'premium' as const, timezone: 'UTC', monthly_credits: 0, created_at: new Date() };
    const accounts = ['7001', '7002'].map((id) => ({ id, name: `Account ${id}`, ...account }));
    await connection.db.insertInto('accounts').values(accounts).execute();
    const seen = await required(connection.requestDatabases).account('7001').selectFrom('accounts').select('name').execute();
    assert.deepEqual(seen, [{ name: 'Account 7001' }]);
    await assert.rejects(required(connection.requestDatabases).auth.selectFrom('accounts').select('name').execute(), { code: '42501' });
    // A connection that is reused for another account is bound to that account.
    for (const id of ['7002', '7001', '7002']) {
      assert.deepEqual(await required(connection.requestDatabases).account(id).selectFrom('accounts').select('id').execute(), [{ id }]);
    }
  } finally {
    await connection.close();
  }
});

test('the next run of the migrations restores missing privileges and revokes others', async () => {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const privileges = async () => {
      const { rows } = await client.query<Record<string, boolean>>(
        `select has_table_privilege($1, 'users', 'insert') as adds_users, has_column_privilege($1, 'api_keys', 'last_used_at', 'update') as marks_keys,
           has_sequence_privilege($1, 'record_ids', 'usage') as creates_ids, has_table_privilege($2, 'contacts', 'insert') as adds_contacts,
           has_column_privilege($2, 'users', 'password_hash', 'select') as reads_hashes`,
        [authRole, accountRole],
      );
      return rows[0];
    };
    const granted = await privileges();
    assert.deepEqual(granted, { adds_users: true, marks_keys: true, creates_ids: true, adds_contacts: false, reads_hashes: false });
    for (const statement of [
      `revoke insert on users from ${authRole}`,
      `revoke update (last_used_at) on api_keys from ${authRole}`,
      `revoke usage on sequence record_ids from ${authRole}`,
      `grant insert on contacts to ${accountRole}`,
      `grant select (password_hash) on users to ${accountRole}`,
    ])
      await client.query(statement);
    await migrate(url.href);
    assert.deepEqual(await privileges(), granted);
  } finally {
    await client.end();
  }
});

test('with binding per transaction, as on a cluster, requests see only their account, and an error leaves no transaction open', async () => {
  const connection = connect(url.href, { connections: 1, name: 'test', onError: () => {}, accountBinding: 'transaction' });
  try {
    const within = (id: string) => required(connection.requestDatabases).account(id);
    const seenBy = async (db: Database) => (await db.selectFrom('accounts').select('id').execute()).map(({ id }) => id);
    for (const id of ['7002', '7001', '7002']) assert.deepEqual(await seenBy(within(id)), [id]);
    await assert.rejects(within('7001').insertInto('tags').values({ account_id: '7002', id: '1', name: 'x', color: 1 }).execute(), {
      code: '42501',
    });
    const inside = within('7001')
      .transaction()
      .execute(async (trx) => {
        assert.deepEqual(await seenBy(trx), ['7001']);
        await trx.updateTable('accounts').set({ name: 'changed' }).execute();
        throw new Error('rolled back');
      });
    await assert.rejects(inside, /rolled back/);
    await within('7002').updateTable('accounts').set({ name: 'kept' }).execute();
    const names = await connection.db.selectFrom('accounts').select('name').orderBy('id').execute();
    assert.deepEqual(
      names.map((row) => row.name),
      ['Account 7001', 'kept'],
    );
  } finally {
    await connection.close();
  }
});

// Runs only when the tests run on a cluster.
if (testAccountBinding() === 'transaction')
  test('on a cluster row-level security is active only if every responding node accepts the request role', async () => {
    const { url: copyUrl } = await testDatabase();
    const [, ...nodes] = required(process.env.LEADLIGHT_TEST_NODES).split(' ');
    const database = new URL(copyUrl).pathname.slice(1);
    assert.equal(await findAccountBinding(copyUrl), 'transaction');
    // Has the same effect as a password that the node rejects for the role: the service can connect, requests cannot.
    await onEveryNode(nodes.slice(0, 1), `revoke connect on database ${database} from public`);
    assert.equal(await findAccountBinding(copyUrl), null);
    await onEveryNode(nodes.slice(0, 1), `grant connect on database ${database} to public`);
    // A node that cannot be reached at all is not considered.
    await onEveryNode(nodes.slice(0, 1), `alter database ${database} allow_connections false`);
    assert.equal(await findAccountBinding(copyUrl), 'transaction');
    await onEveryNode(nodes.slice(0, 1), `alter database ${database} allow_connections true`);
  });
