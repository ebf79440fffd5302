import { closeSync, ftruncateSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isFileLocked, lockFile } from '../../lib/file-lock.ts';
import { OperatorError } from '../../lib/operator-error.ts';

/** The process that uses a data folder, for messages; the lock itself is held by the kernel. */
type Holder = { purpose: 'server' | 'command'; pid: number; host: string };

/** Locks the data folder, or returns its holder; null if the lock file does not name one. */
export function lockFolder(folder: string, purpose: Holder['purpose']): { release(): void } | { heldBy: Holder | null } {
  const path = lockPath(folder);
  const descriptor = lockFile(path);
  if (descriptor === null) return { heldBy: readHolder(path) };
  refuseLegacyLockFile(path, descriptor);
  const holder: Holder = { purpose, pid: process.pid, host: hostname() };
  ftruncateSync(descriptor);
  writeSync(descriptor, JSON.stringify(holder), 0);
  return {
    // Keep the file: after a deletion, two processes could lock two different files.
    release() {
      ftruncateSync(descriptor);
      closeSync(descriptor);
    },
  };
}

/**
 * Leadlight 0.1 wrote its pid into the file instead of locking it. Another container cannot tell whether that process is alive,
 * and two databases on the same files destroy them, so the operator has to decide.
 */
function refuseLegacyLockFile(path: string, descriptor: number): void {
  const former: { mark?: string | null; pid?: number } | null = readHolder(path);
  if (former?.mark === undefined) return;
  closeSync(descriptor);
  throw new OperatorError(
    `A server or command of Leadlight 0.1 (process ${former.pid}) uses this data folder: stop it first. If it was killed and its database is no longer running anywhere, delete ${path} and start again.`,
  );
}

/** Finds the holder of the data folder without writing to it. Returns null if the folder is not locked. */
export function findHolder(folder: string): { heldBy: Holder | null } | null {
  const path = lockPath(folder);
  return isFileLocked(path) ? { heldBy: readHolder(path) } : null;
}

export function describeHolder(holder: Holder | null): string {
  if (holder === null) return 'another process';
  return holder.host === hostname() ? `process ${holder.pid}` : `process ${holder.pid} on ${holder.host}`;
}

function lockPath(folder: string): string {
  return join(folder, 'owner.lock');
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
