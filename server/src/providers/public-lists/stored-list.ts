import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '../../lib/create-folder.ts';
import type { ListEntry } from './public-lists.ts';

/** A downloaded public list, as stored in the data folder. */
export type StoredList = {
  name: string;
  urls: string[];
  /** Validators for conditional requests, one per URL. */
  validators: { etag: string | null; lastModified: string | null }[];
  /** When the entries were downloaded. */
  fetchedAt: string;
  /** When a newer version was last requested from the publisher. */
  checkedAt: string;
  entries: ListEntry[];
};

export function listFolder(dataDir: string): string {
  return join(dataDir, 'ip-data', 'lists');
}

export function readStoredList(dataDir: string, name: string): StoredList | null {
  const path = join(listFolder(dataDir), `${name}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

export function storedListNames(dataDir: string): string[] {
  const folder = listFolder(dataDir);
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
        .sort()
    : [];
}

/** Changes whenever a list is installed. */
export function storedListsVersion(dataDir: string): string[] {
  return storedListNames(dataDir).map((name) => {
    const { size, mtimeMs } = statSync(join(listFolder(dataDir), `${name}.json`));
    return `${name} ${size} ${mtimeMs}`;
  });
}

/** Writes the file atomically. */
export function writeStoredList(dataDir: string, list: StoredList): void {
  const folder = listFolder(dataDir);
  createFolder(folder);
  const temporaryPath = join(folder, `${list.name}.${process.pid}.tmp`);
  try {
    writeFileSync(temporaryPath, JSON.stringify(list));
    renameSync(temporaryPath, join(folder, `${list.name}.json`));
  } finally {
    rmSync(temporaryPath, { force: true });
  }
}
