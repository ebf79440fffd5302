import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../lib/error-code.ts';
import { lockFileWithin } from '../../lib/file-lock.ts';
import { commandLine, isAlive, waitForEnd } from '../../lib/processes.ts';
import { StartupError } from '../../lib/startup-error.ts';

/** How long the other processes of a database may take to notice that its main process is gone. */
const endingMs = 5000;
const shutdownMs = 10_000;

/**
 * Locks the files of a database, and answers the descriptor that holds the lock: PostgreSQL inherits it, so that the files stay locked
 * while any process of it lives. A killed server leaves its database running; it is shut down here first.
 */
export async function claimCluster(cluster: string, onProgress: (words: string) => void): Promise<number> {
  await shutDownLeftOver(cluster, onProgress);
  const descriptor = await lockFileWithin(join(cluster, 'PG_VERSION'), endingMs);
  if (descriptor === null) {
    throw new StartupError(
      `A PostgreSQL that a killed server left behind still runs on ${cluster}, in another container or on another machine: stop it there and start again.`,
    );
  }
  removeStaleFiles(cluster);
  return descriptor;
}

async function shutDownLeftOver(cluster: string, onProgress: (words: string) => void) {
  const pid = leftOverPid(cluster);
  if (pid === null) return;
  onProgress('Shutting down the database that a killed server left running');
  process.kill(pid, 'SIGINT');
  if (await waitForEnd(pid, shutdownMs)) return;
  process.kill(pid, 'SIGQUIT');
  if (await waitForEnd(pid, endingMs)) return;
  throw new StartupError(
    `A database process (${pid}) left behind in ${cluster} does not end: end it with "kill -9 ${pid}" and start again.`,
  );
}

/** The main process of a database in this folder, where its number means the same process to us as to the one who wrote it down. */
function leftOverPid(cluster: string): number | null {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    return pid > 0 && isAlive(pid) && commandLine(pid).includes(cluster) ? pid : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * PostgreSQL would refuse to start when the number in these files is that of any process of the same user, which is likely in a new
 * container. The lock is the better proof that no database runs here.
 */
function removeStaleFiles(cluster: string) {
  const stale = readdirSync(cluster).filter((name) => name === 'postmaster.pid' || name.startsWith('.s.PGSQL.'));
  for (const name of stale) rmSync(join(cluster, name), { force: true });
}
