import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { type Connection, connect } from '../../src/db/connect.ts';
import { onEveryNode, urlOf } from './database-nodes.ts';

/** A database of the test file's own: a copy of the migrated template, dropped when the file ends. */
export async function testDatabase(): Promise<Connection> {
  const { LEADLIGHT_TEST_SERVER: serverUrl, LEADLIGHT_TEST_TEMPLATE: template, LEADLIGHT_TEST_WALL: wall } = process.env;
  const nodes = process.env.LEADLIGHT_TEST_NODES?.split(' ') ?? [];
  if (!serverUrl || !template) throw new Error('This test needs a database: run it with "npm test -- <file>".');
  const name = `leadlight_test_${randomBytes(8).toString('hex')}`;
  await onEveryNode(nodes, `create database ${name} template ${template} strategy file_copy`);
  const connection = connect(urlOf(serverUrl, { database: name }), {
    connections: 10,
    name: 'test',
    onError: () => {},
    behindWall: wall === 'yes',
  });
  after(async () => {
    await connection.close();
    await onEveryNode(nodes, `drop database ${name} with (force)`);
  });
  return connection;
}
