import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../lib/error-code.ts';
import { lockFileWithin } from '../../lib/file-lock.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { commandLine, isAlive, waitForExit } from '../../lib/processes.ts';

/** How long PostgreSQL's child processes may take to notice that the postmaster is gone. */
const endingMs = 5000;
const shutdownMs = 10_000;

/**
 * Locks the database files and returns the locked descriptor, which PostgreSQL inherits, so the files stay locked while any of
 * its processes is alive. Shuts down a database that a killed server left running.
 */
export async function claimCluster(cluster: string, onProgress: (message: string) => void): Promise<number> {
  await shutDownOrphanedDatabase(cluster, onProgress);
  const descriptor = await lockFileWithin(join(cluster, 'PG_VERSION'), endingMs);
  if (descriptor === null) {
    throw new OperatorError(
      `A PostgreSQL left behind by a killed server is still running on ${cluster}, in another container or on another machine: stop it there and start again.`,
    );
  }
  removeStaleFiles(cluster);
  return descriptor;
}

async function shutDownOrphanedDatabase(cluster: string, onProgress: (message: string) => void) {
  const pid = leftOverPid(cluster);
  if (pid === null) return;
  onProgress('Shutting down a database left behind by a killed server');
  process.kill(pid, 'SIGINT');
  if (await waitForExit(pid, shutdownMs)) return;
  process.kill(pid, 'SIGQUIT');
  if (await waitForExit(pid, endingMs)) return;
  throw new OperatorError(
    `A database process (${pid}) left behind in ${cluster} does not stop: stop it with "kill -9 ${pid}" and start again.`,
  );
}

/** Returns the pid of a postmaster that still runs on these files; null if there is none in this pid namespace. */
function leftOverPid(cluster: string): number | null {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    return pid > 0 && isAlive(pid) && isPostmasterOf(pid, cluster) ? pid : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * PostgreSQL works in the folder of its files, which may have another path now: by a symbolic link, a mount, or because it was moved. Without
 * /proc, only the path on its command line identifies them.
 */
function isPostmasterOf(pid: number, cluster: string): boolean {
  const line = commandLine(pid);
  if (line.includes(cluster)) return true;
  if (!/postgres/.test(line)) return false;
  try {
    const [folder, own] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return folder.dev === own.dev && folder.ino === own.ino;
  } catch {
    return false;
  }
}

/**
 * PostgreSQL refuses to start if the pid in these files belongs to any process of the same user, which is likely in a new
 * container. The lock of the database files already proves that no database is running.
 */
function removeStaleFiles(cluster: string) {
  const stale = readdirSync(cluster).filter((name) => name === 'postmaster.pid' || name.startsWith('.s.PGSQL.'));
  for (const name of stale) rmSync(join(cluster, name), { force: true });
}
