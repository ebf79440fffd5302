import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';
import { errorMessage } from './error-message.ts';
import { StartupError } from './startup-error.ts';

type Locks = { tryLock(descriptor: number, options?: { shared?: boolean }): boolean };

const require = createRequire(import.meta.url);

/**
 * Locks a file, creating it if need be, and answers the descriptor that holds the lock, or null while somebody else holds it.
 * The kernel ties the lock to the open file (fcntl, F_OFD_SETLK): it ends when the descriptor is closed here and in every child
 * that inherited it, however they end, and it holds between namespaces, containers and machines on one file system.
 */
export function lockFile(path: string): number | null {
  for (;;) {
    const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      if (!tryLock(descriptor, path)) {
        closeSync(descriptor);
        return null;
      }
      // The file may have been replaced between opening and locking: then the lock guards nothing.
      if (isFileAt(descriptor, path)) return descriptor;
      closeSync(descriptor);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }
}

/** The same, for a lock that somebody is about to give up. */
export async function lockFileWithin(path: string, timeoutMs: number): Promise<number | null> {
  for (const deadline = Date.now() + timeoutMs; ; await new Promise((resolve) => setTimeout(resolve, 25))) {
    const descriptor = lockFile(path);
    if (descriptor !== null || Date.now() > deadline) return descriptor;
  }
}

/** Whether somebody holds the lock of a file. Changes nothing; a file that does not exist is not locked. */
export function isFileLocked(path: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
  try {
    return !tryLock(descriptor, path, { shared: true });
  } finally {
    closeSync(descriptor);
  }
}

function tryLock(descriptor: number, path: string, options?: { shared: boolean }): boolean {
  try {
    return loadLocks().tryLock(descriptor, options);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartupError(
      `The file system of ${dirname(path)} does not support file locks (${code ?? message}), without which two servers could damage the database: set DATA_DIR to a folder on a disk that does.`,
    );
  }
}

/** Loaded on first use: the module has no binary for some systems, on which DATABASE_URL works all the same. */
function loadLocks(): Locks {
  try {
    return require('fs-native-extensions');
  } catch (error) {
    if (errorCode(error) === 'MODULE_NOT_FOUND') {
      throw new StartupError(
        'The package fs-native-extensions is not installed: run "npm install" in the program folder, then start again.',
      );
    }
    throw new StartupError(
      `File locks are not available on this system (${errorMessage(error).split('\n', 1)[0]}), so the embedded database cannot be used: set DATABASE_URL to a PostgreSQL 16 or newer of your own.`,
    );
  }
}

function isFileAt(descriptor: number, path: string): boolean {
  const held = fstatSync(descriptor);
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.ino === held.ino && found.dev === held.dev;
}
