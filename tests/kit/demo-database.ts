import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { Connection } from '../../server/src/db/connect.ts';
import { type DemoFile, readDemoFile } from '../../server/src/demo/demo-file.ts';
import { required } from '../../server/src/lib/required.ts';
import { testDatabase } from './database.ts';
import { closeTemplate, onEveryNode, urlOf } from './database-nodes.ts';
import { startServerProcess, testDataDir } from './server-process.ts';

/** Enough days for every feed, goal and chart of the demo to show something, but few enough to be created in seconds. */
const pastDays = 10;

/**
 * Creates a database for the test file with the demo account as a new user sees it. For the first file, a server creates the demo;
 * the other files wait for it and copy its database.
 */
export async function demoDatabase(): Promise<{ connection: Connection; demo: DemoFile }> {
  const { LEADLIGHT_TEST_SERVER: serverUrl, LEADLIGHT_TEST_TEMPLATE: template, LEADLIGHT_TEST_FOLDER: folder } = process.env;
  if (!serverUrl || !template || !folder) throw new Error('This test needs a database: run it with "npm test -- <file>".');
  const demoTemplate = `${template}_demo`;
  const path = join(folder, 'demo.json');
  const lock = new pg.Client({ connectionString: serverUrl });
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock(hashtext($1))', [demoTemplate]);
    if (!existsSync(path)) writeFileSync(path, JSON.stringify(await createDemo(serverUrl, template, demoTemplate)), { mode: 0o600 });
  } finally {
    await lock.end();
  }
  return { connection: await testDatabase(demoTemplate), demo: JSON.parse(readFileSync(path, 'utf8')) };
}

async function createDemo(serverUrl: string, template: string, demoTemplate: string): Promise<DemoFile> {
  const nodes = process.env.LEADLIGHT_TEST_NODES?.split(' ') ?? [];
  // An interrupted test file may have left an incomplete database.
  await onEveryNode(nodes, `drop database if exists ${demoTemplate} with (force)`);
  await onEveryNode(nodes, `create database ${demoTemplate} template ${template} strategy file_copy`);
  const DATA_DIR = testDataDir();
  const environment = { DATA_DIR, DATABASE_URL: urlOf(serverUrl, { database: demoTemplate }), LOG_LEVEL: 'warn' };
  const server = await startServerProcess(environment, ['start', '--json', '--demo-days', String(pastDays)]);
  await new Promise<void>((resolve, reject) => {
    createInterface(required(server.child.stdout)).on('line', (line) => line.includes('"demo":') && resolve());
    void server.ended.then(() => reject(new Error(`The demo was not created:\n${server.output()}`)));
  });
  server.child.kill('SIGTERM');
  await server.ended;
  await closeTemplate(nodes, demoTemplate);
  return required(readDemoFile(DATA_DIR));
}
