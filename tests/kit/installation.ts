import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../server/src/db/embedded/postgres.ts';
import type { Shutdown } from '../../server/src/lib/shutdown.ts';
import { fillDatabase } from './fill-database.ts';
import { testDataDir } from './server-process.ts';

/** Creates a data folder as it is after the first start of a server: with IP data, the embedded database and the company directory. */
export async function installedDataDir(): Promise<string> {
  const dataDir = testDataDir({ withIpData: false });
  await copyInstallation(dataDir);
  return dataDir;
}

/** Copies the installation and the IP data into an empty data folder. */
export async function copyInstallation(dataDir: string): Promise<void> {
  const { LEADLIGHT_TEST_FOLDER: folder, LEADLIGHT_TEST_DATA: data } = process.env;
  if (!folder || !data) throw new Error('This test needs an installation: run it with "npm test -- <file>".');
  copy([`${installationIn(folder)}/.`, join(data, 'ip-data')], dataDir);
}

/** Creates the installation that test files copy, in the folder of the test run. */
export async function createInstallation(folder: string, shutdown: Shutdown): Promise<void> {
  const installation = installationIn(folder);
  mkdirSync(installation);
  const postgres = await startPostgres({
    folder: installation,
    onProgress: () => {},
    onWarning: (message) => console.error(message),
    durable: false,
  });
  await shutdown.add(() => postgres.stop());
  await fillDatabase(postgres.url, installation).finally(() => postgres.stop());
}

/** Copies only the installation's database, for the PostgreSQL of the test run in the same folder. */
export function copyInstalledDatabase(folder: string): void {
  copy(
    ['postgres', 'database.json'].map((name) => join(installationIn(folder), name)),
    folder,
  );
}

function installationIn(folder: string): string {
  return join(folder, 'installation');
}

/** Unlike cpSync, the command preserves the owner of the database files, who is not root. */
function copy(sources: string[], target: string) {
  execFileSync('cp', ['-a', ...sources, target]);
}
