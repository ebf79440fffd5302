import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '../../lib/create-folder.ts';
import { writeDurably } from '../../lib/write-durably.ts';
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

/** Returns null for a missing or damaged list, which the next update replaces. */
export function readStoredList(dataDir: string, name: string): StoredList | null {
  const path = join(listFolder(dataDir), `${name}.json`);
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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

/** Changes whenever a list is installed, deleted or checked, because a check stores its time in the file. */
export function storedListsVersion(dataDir: string): string[] {
  return storedListNames(dataDir).map((name) => {
    const { size, mtimeMs } = statSync(join(listFolder(dataDir), `${name}.json`));
    return `${name} ${size} ${mtimeMs}`;
  });
}

export function writeStoredList(dataDir: string, list: StoredList): void {
  const folder = listFolder(dataDir);
  createFolder(folder);
  writeDurably(join(folder, `${list.name}.json`), JSON.stringify(list));
}
