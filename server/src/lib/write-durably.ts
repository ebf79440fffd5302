import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';

type Options = { mode?: number };

/** Replaces a file: after a crash or a power failure, it has either its old or its new content. */
export function writeDurably(path: string, content: string, options: Options = {}): void {
  writeTemporary(path, content, options, (temporaryPath) => renameSync(temporaryPath, path));
}

/** Renames a finished file within its folder: after a crash or a power failure, `to` has either its old or its new content. */
export function renameDurably(from: string, to: string): void {
  const descriptor = openSync(from, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Creates a file unless it exists. Other processes see either no file or all of its content, whichever process creates it. */
export function createDurably(path: string, content: string, options: Options = {}): void {
  if (existsSync(path)) return;
  writeTemporary(path, content, options, (temporaryPath) => {
    try {
      linkSync(temporaryPath, path);
    } catch (error) {
      // Some file systems have no hard links, or the file was created in the meantime.
      if (errorCode(error) !== 'EEXIST' && !existsSync(path)) renameSync(temporaryPath, path);
    }
  });
}

function writeTemporary(path: string, content: string, { mode = 0o666 }: Options, publish: (temporaryPath: string) => void): void {
  // Processes in two containers may have the same pid, so it would not be unique.
  const temporaryPath = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(temporaryPath, content, { mode, flush: true });
    publish(temporaryPath);
  } finally {
    rmSync(temporaryPath, { force: true });
  }
  syncFolder(dirname(path));
}

/** Makes the new name of a file durable. Not all file systems support this. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
  }
}
