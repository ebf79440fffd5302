import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { connect } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { accountRole, entranceRole } from './wall-roles.ts';
import { wallStands } from './wall-stands.ts';

const serverUrl = process.env.LEADLIGHT_TEST_SERVER!;
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

/** The database of an ordinary user, who may make neither roles nor act as ours. */
await asAdministrator(`create role ${name} login password 'plain' nosuperuser nocreaterole`, `create database ${name} owner ${name}`);
after(() => asAdministrator(`drop database ${name} with (force)`, `drop role ${name}`));
const url = new URL(serverUrl);
url.pathname = `/${name}`;
url.username = name;
url.password = 'plain';

test('without the right to act as the roles the service works and knows that the wall does not stand', async () => {
  await migrate(url.href);
  assert.equal(await wallStands(url.href), null);
});

test('once an administrator has granted the roles, the next start raises the wall', async () => {
  await asAdministrator(`grant ${entranceRole}, ${accountRole} to ${name}`);
  await migrate(url.href);
  assert.equal(await wallStands(url.href), 'connection');
  const connection = connect(url.href, { connections: 2, name: 'test', onError: () => {}, wall: 'connection' });
  try {
    const made = { plan: 'premium', timezone: 'UTC', monthly_credits: 0, created_at: new Date() };
    const accounts = ['7001', '7002'].map((id) => ({ id, name: `Account ${id}`, ...made }));
    await connection.db.insertInto('accounts').values(accounts).execute();
    const seen = await connection.doors!.account('7001').selectFrom('accounts').select('name').execute();
    assert.deepEqual(seen, [{ name: 'Account 7001' }]);
    await assert.rejects(connection.doors!.entrance.selectFrom('accounts').select('name').execute(), { code: '42501' });
    // The setting follows the account from one request to the next on the same connections.
    for (const id of ['7002', '7001', '7002']) {
      assert.deepEqual(await connection.doors!.account(id).selectFrom('accounts').select('id').execute(), [{ id }]);
    }
  } finally {
    await connection.close();
  }
});
