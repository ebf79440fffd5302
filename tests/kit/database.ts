import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { type Connection, connect } from '../../server/src/db/connect.ts';
import type { AccountBinding } from '../../server/src/db/row-level-security/find-account-binding.ts';
import { onEveryNode, urlOf } from './database-nodes.ts';

/** How the database of the run binds requests to their account, as an argument for connect(). */
export function testAccountBinding(): AccountBinding | null {
  return (process.env.LEADLIGHT_TEST_ACCOUNT_BINDING || null) as AccountBinding | null;
}

/** Whether the tests run on a Citus cluster. */
export const isCluster = (process.env.LEADLIGHT_TEST_NODES ?? '').includes(' ');

/** Creates a database for the test file as a copy of a template, by default the migrated one. It is dropped when the file ends. */
export async function testDatabase(template = process.env.LEADLIGHT_TEST_TEMPLATE): Promise<Connection> {
  const { LEADLIGHT_TEST_SERVER: serverUrl } = process.env;
  const nodes = process.env.LEADLIGHT_TEST_NODES?.split(' ') ?? [];
  if (!serverUrl || !template) throw new Error('This test needs a database: run it with "npm test -- <file>".');
  const name = `leadlight_test_${randomBytes(8).toString('hex')}`;
  await onEveryNode(nodes, `create database ${name} template ${template} strategy file_copy`);
  const connection = connect(urlOf(serverUrl, { database: name }), {
    connections: 10,
    name: 'test',
    onError: () => {},
    accountBinding: testAccountBinding(),
  });
  after(async () => {
    await connection.close();
    await onEveryNode(nodes, `drop database ${name} with (force)`);
  });
  return connection;
}
