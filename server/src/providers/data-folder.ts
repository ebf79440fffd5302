import { closeSync, fstatSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { join, relative } from 'node:path';
import { errorCode } from '../lib/error-code.ts';
import { isCache } from '../lib/is-cache.ts';

/** Excluded from the search: the embedded database, whose tables are searched instead, and compiled IP data, which is not personal. */
const notSearched = /^(postgres|postgres\.new|ip-data\/(?!imports$)[^/]+)$/;
const chunkBytes = 1024 * 1024;
/** Chunks overlap by more than the length of any identifier, so that an identifier across a boundary is found. */
const overlapBytes = 1024;

/** Finds files in the data folder whose content, read as Latin-1, matches the pattern. Workbooks are compressed and cannot be searched. */
export function filesThatMention(dataDir: string, pattern: RegExp): string[] {
  return filesOf(dataDir).filter((path) => mentions(join(dataDir, path), pattern));
}

/** Overwrites matches in log files, read as Latin-1, in place, because the database keeps the files open and appends to them. */
export function redactLogs(dataDir: string, pattern: RegExp): void {
  for (const path of filesOf(dataDir)) {
    if (!path.startsWith('logs/')) continue;
    const descriptor = openSync(join(dataDir, path), 'r+');
    try {
      readChunks(descriptor, (text, at) => {
        for (const match of text.matchAll(pattern)) {
          const bytes = Buffer.byteLength(match[0], 'latin1');
          writeSync(descriptor, Buffer.alloc(bytes, '*'), 0, bytes, at + match.index);
        }
        return false;
      });
    } finally {
      closeSync(descriptor);
    }
  }
}

/** Deletes unfinished exports, which may contain any person's data. Their workers start over. */
export function removeUnfinishedFiles(dataDir: string): void {
  for (const path of filesOf(dataDir)) if (/^exports\/.*\.part$/.test(path)) rmSync(join(dataDir, path), { force: true });
}

function filesOf(dataDir: string): string[] {
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      const name = relative(dataDir, path);
      if (isCache(name) || notSearched.test(name)) return [];
      if (entry.isDirectory()) return walk(path);
      return entry.isFile() ? [name] : [];
    });
  return walk(dataDir).sort();
}

function mentions(path: string, pattern: RegExp): boolean {
  const descriptor = openExisting(path);
  if (descriptor === null) return false;
  try {
    return readChunks(descriptor, (text) => text.search(pattern) !== -1);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns null if the file has been deleted since the folder was read, for example by an import that has finished. */
function openExisting(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Reads a file in overlapping chunks until `onChunk` returns true, and returns whether it did. Maps each byte to one character, so that
 * offsets in the text are offsets in the file.
 */
function readChunks(descriptor: number, onChunk: (text: string, at: number) => boolean): boolean {
  const { size } = fstatSync(descriptor);
  for (let index = 0; index < size; index += chunkBytes - overlapBytes) {
    const buffer = Buffer.alloc(Math.min(chunkBytes, size - index));
    readSync(descriptor, buffer, 0, buffer.length, index);
    if (onChunk(buffer.toString('latin1'), index)) return true;
  }
  return false;
}
