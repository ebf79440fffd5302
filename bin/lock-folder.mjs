// Runs on any Node since 20, before anything is installed, so it is plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';

/**
 * Waits for the lock of a folder. The kernel ties the lock to the open descriptor: it is released when the last process that inherited
 * the descriptor closes it or is killed, in whatever container it runs. `isLocked` is false without the program `flock`, or if the file
 * system has no locks.
 */
export async function lockFolder(folder, onWait = () => {}) {
  const descriptor = openSync(folder, 'r');
  let code = await runFlock(descriptor, ['-n']);
  if (code === 1) {
    onWait();
    code = await runFlock(descriptor, []);
  }
  return { descriptor, isLocked: code === 0 };
}

/** Locks through the inherited descriptor, so the lock outlives `flock`. Returns its exit code, or null if it could not be run. */
function runFlock(descriptor, options) {
  return new Promise((resolve) => {
    spawn('flock', [...options, '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] })
      .once('error', () => resolve(null))
      .once('exit', resolve);
  });
}
