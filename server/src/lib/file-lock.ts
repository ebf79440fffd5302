import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from './error-code.ts';
import { errorMessage } from './error-message.ts';
import { OperatorError } from './operator-error.ts';

type Locks = { tryLock(descriptor: number, options?: { shared?: boolean }): boolean };

const require = createRequire(import.meta.url);

/**
 * Locks a file, creating it if necessary, and returns the locked descriptor, or null if the lock is taken. The kernel ties the
 * lock to the open file (fcntl, F_OFD_SETLK): it is released when its last descriptor, including inherited ones, is closed. It
 * works across namespaces and containers, and across machines if their shared file system supports locks.
 */
export function lockFile(path: string): number | null {
  for (;;) {
    const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      if (!tryLock(descriptor, path)) {
        closeSync(descriptor);
        return null;
      }
      // If the file was replaced between opening and locking, the lock is worthless.
      if (isFileAt(descriptor, path)) return descriptor;
      closeSync(descriptor);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }
}

/** Like `lockFile`, but waits up to `timeoutMs` for the lock to be released. */
export async function lockFileWithin(path: string, timeoutMs: number): Promise<number | null> {
  for (const deadline = Date.now() + timeoutMs; ; await pause(25)) {
    const descriptor = lockFile(path);
    if (descriptor !== null || Date.now() > deadline) return descriptor;
  }
}

/** Whether a file is locked. Does not change the file, but holds a shared lock for a moment, so a concurrent `lockFile` can fail. */
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
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `The file system of ${dirname(path)} does not support file locks (${errorCode(error) ?? errorMessage(error)}). Without them, two servers could damage the database. Set DATA_DIR to a folder on a file system that supports them.`,
    );
  }
}

/** Loads the module on first use, because some systems have no binary for it; with DATABASE_URL, Leadlight runs there too. */
function loadLocks(): Locks {
  try {
    return require('fs-native-extensions');
  } catch (error) {
    if (errorCode(error) === 'MODULE_NOT_FOUND') {
      throw new OperatorError(
        'The package fs-native-extensions is not installed: run "npm install" in the program folder, then start again.',
      );
    }
    throw new OperatorError(
      `File locks are not available on this system (${errorMessage(error).split('\n', 1)[0]}), so the embedded database cannot be used: set DATABASE_URL to your own PostgreSQL 16 or newer.`,
    );
  }
}

function isFileAt(descriptor: number, path: string): boolean {
  const opened = fstatSync(descriptor);
  const current = statSync(path, { throwIfNoEntry: false });
  return current?.ino === opened.ino && current.dev === opened.dev;
}
