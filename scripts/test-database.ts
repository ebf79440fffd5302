import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../server/src/db/embedded/postgres.ts';
import { findAccountBinding } from '../server/src/db/row-level-security/find-account-binding.ts';
import { required } from '../server/src/lib/required.ts';
import type { Shutdown } from '../server/src/lib/shutdown.ts';
import { closeTemplate, findNodes, joinNodes, onEveryNode, urlOf } from '../tests/kit/database-nodes.ts';
import { fillDatabase } from '../tests/kit/fill-database.ts';
import { copyInstalledDatabase, createInstallation } from '../tests/kit/installation.ts';

/** Space for the databases of all concurrent test files and the write-ahead log. */
const neededBytes = 3 * 2 ** 30;
const template = `leadlight_template_${process.pid}`;

/**
 * Creates a migrated template database, which test files copy, on the given PostgreSQL or on an embedded one started for the run. Returns
 * the environment variables for the tests. With `needsInstallation`, test files can copy a data folder with an embedded database, too.
 */
export async function startTestDatabase(
  { databaseUrl, needsInstallation }: { databaseUrl: string | undefined; needsInstallation: boolean },
  shutdown: Shutdown,
): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(databaseFolder(), 'leadlight-test-'));
  await shutdown.add(() => rmSync(folder, { recursive: true, force: true }));
  if (needsInstallation) await createInstallation(folder, shutdown);
  // Filling a database takes six seconds of CPU time.
  const isFilled = needsInstallation && !databaseUrl;
  if (isFilled) copyInstalledDatabase(folder);
  const postgres = databaseUrl
    ? null
    : await startPostgres({ folder, onProgress: () => {}, onWarning: (message) => console.error(message), durable: false });
  if (postgres) await shutdown.add(() => postgres.stop());
  const serverUrl = postgres ? postgres.url : required(databaseUrl);
  const url = urlOf(serverUrl, { database: template });
  const nodes = await findNodes(serverUrl);
  if (postgres) await disableAutovacuum(serverUrl);
  const source = isFilled ? ` template ${new URL(serverUrl).pathname.slice(1)} strategy file_copy` : '';
  await onEveryNode(nodes, `create database ${template}${source}`);
  await shutdown.add(() => onEveryNode(nodes, `drop database ${template} with (force)`));
  // Files that need the demo account create a template of it.
  await shutdown.add(() => onEveryNode(nodes, `drop database if exists ${template}_demo with (force)`));
  await joinNodes(nodes, template);
  if (!isFilled) await fillDatabase(url, folder);
  const binding = await findAccountBinding(url);
  await closeTemplate(nodes, template);
  return {
    LEADLIGHT_TEST_SERVER: serverUrl,
    LEADLIGHT_TEST_NODES: nodes.join(' '),
    LEADLIGHT_TEST_TEMPLATE: template,
    LEADLIGHT_TEST_FOLDER: folder,
    LEADLIGHT_TEST_ACCOUNT_BINDING: binding ?? '',
  };
}

/** It would take CPU time from the tests, and statistics that appear at some time would change the plans of their statements. */
async function disableAutovacuum(url: string): Promise<void> {
  await onEveryNode([url], 'alter system set autovacuum = off');
  await onEveryNode([url], 'select pg_reload_conf()');
}

/** Returns a folder in memory if there is room: test files copy the template hundreds of times, which would write 10 GB to the disk. */
function databaseFolder(): string {
  const shared = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(shared);
    return bavail * bsize >= neededBytes && freemem() >= 2 * neededBytes ? shared : tmpdir();
  } catch {
    return tmpdir();
  }
}
