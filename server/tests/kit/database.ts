import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import pg from 'pg';
import { type Connection, connect } from '../../src/db/connect.ts';

/** A database of the test file's own: a copy of the migrated template, dropped when the file ends. */
export async function testDatabase(): Promise<Connection> {
  const { LEADLIGHT_TEST_SERVER: serverUrl, LEADLIGHT_TEST_TEMPLATE: template, LEADLIGHT_TEST_WALL: wall } = process.env;
  if (!serverUrl || !template) throw new Error('This test needs a database: run it with "npm test -- <file>".');
  const name = `leadlight_test_${randomBytes(8).toString('hex')}`;
  await onServer(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const connection = connect(url.href, { connections: 10, name: 'test', onError: () => {}, behindWall: wall === 'yes' });
  after(async () => {
    await connection.close();
    await onServer(serverUrl, `drop database ${name} with (force)`);
  });
  return connection;
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
