import { closeSync, ftruncateSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isFileLocked, lockFile } from '../../lib/file-lock.ts';
import { StartupError } from '../../lib/startup-error.ts';

/** Who uses a data folder, for people to read: the lock itself is the kernel's. A container's host is its id. */
export type Holder = { purpose: 'server' | 'command'; pid: number; host: string };

/** Takes the data folder for this process, or answers who holds it. What was killed holds nothing. */
export function takeFolder(folder: string, purpose: Holder['purpose']): { release(): void } | { heldBy: Holder | null } {
  const path = lockPath(folder);
  const descriptor = lockFile(path);
  if (descriptor === null) return { heldBy: readHolder(path) };
  refuseFormerHolder(path, descriptor);
  const holder: Holder = { purpose, pid: process.pid, host: hostname() };
  ftruncateSync(descriptor);
  writeSync(descriptor, JSON.stringify(holder), 0);
  return {
    // The file stays: were it deleted, somebody could lock the old one while another locks a new one.
    release() {
      ftruncateSync(descriptor);
      closeSync(descriptor);
    },
  };
}

/**
 * Leadlight 0.1 did not lock the file but wrote its process number into it and deleted it at its end. Whether that process still runs
 * cannot be told from another container, and two databases on the same files destroy them: so people decide.
 */
function refuseFormerHolder(path: string, descriptor: number): void {
  const former = readHolder(path) as { mark?: string | null; pid?: number } | null;
  if (former?.mark === undefined) return;
  closeSync(descriptor);
  throw new StartupError(
    `A server or command of Leadlight 0.1 (process ${former.pid}) uses this data folder: stop it first. If it was killed and its database runs nowhere any more, delete ${path} and start again.`,
  );
}

/** Whether a process holds the data folder, and which. Changes nothing there. */
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
