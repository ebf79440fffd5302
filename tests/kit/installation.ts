import { execFileSync } from 'node:child_process';
import { closeSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEngine } from '../../server/src/db/embedded/engine.ts';
import { lockFileWithin } from '../../server/src/lib/file-lock.ts';
import { fillDatabase } from './fill-database.ts';
import { testDataDir } from './server-process.ts';

/**
 * Creates a data folder as it is after the first start of a server: with IP data, the embedded database and the company directory. The
 * first test file that needs it creates an installation, which is copied for each file.
 */
export async function installedDataDir(): Promise<string> {
  const dataDir = testDataDir({ withIpData: false });
  await copyInstallation(dataDir);
  return dataDir;
}

/** Copies the installation into an empty data folder. */
export async function copyInstallation(dataDir: string): Promise<void> {
  const { LEADLIGHT_TEST_FOLDER: folder, LEADLIGHT_TEST_DATA: data } = process.env;
  if (!folder || !data) throw new Error('This test needs an installation: run it with "npm test -- <file>".');
  const installation = join(folder, 'installation');
  const lock = await lockFileWithin(`${installation}.lock`, 300_000);
  if (lock === null) throw new Error('Another test file has been creating the installation for five minutes.');
  try {
    if (!existsSync(installation)) await createInstallation(installation, data);
  } finally {
    closeSync(lock);
  }
  // Unlike cpSync, this command preserves the owner of the database files, who is not root.
  execFileSync('cp', ['-a', `${installation}/.`, dataDir]);
}

async function createInstallation(installation: string, data: string) {
  const draft = `${installation}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  cpSync(join(data, 'ip-data'), join(draft, 'ip-data'), { recursive: true });
  const engine = await startEngine({ folder: draft, onProgress: () => {}, onWarning: (message) => console.error(message), durable: false });
  await fillDatabase(engine.url, draft).finally(() => engine.stop());
  renameSync(draft, installation);
}
