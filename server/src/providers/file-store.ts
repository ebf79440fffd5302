import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore, NewFile } from '../domain/file-store.ts';
import { errorCode } from '../lib/error-code.ts';
import { getOrThrow } from '../lib/get-or-throw.ts';
import { renameDurably } from '../lib/write-durably.ts';

const namePattern = /^[A-Za-z0-9_-]{1,100}\.(json|csv|xlsx)$/;
const unfinishedSuffix = '.part';

/** Stores files in a folder. An unfinished file has a name that no request can use, and is renamed when complete. */
export function fileStore(folder: string): FileStore {
  const pathOf = (name: string) => {
    if (!namePattern.test(name))
      throw new RangeError('The name of a file must consist of letters, digits, "-" and "_", and end in .json, .csv or .xlsx');
    return join(folder, name);
  };
  return {
    async create() {
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${randomBytes(12).toString('hex')}${unfinishedSuffix}`);
      return newFile(path, await open(path, 'wx', 0o600), pathOf);
    },
    async open(name) {
      if (!namePattern.test(name)) return null;
      try {
        const { size } = await stat(pathOf(name));
        return { size, read: () => createReadStream(pathOf(name)) };
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return null;
        throw error;
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async removeUnfinished(before) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((entry) => entry.endsWith(unfinishedSuffix))) {
        const { mtime } = await stat(join(folder, name)).catch(() => ({ mtime: new Date() }));
        if (mtime < before) await rm(join(folder, name), { force: true });
      }
    },
  };
}

const paths = new WeakMap<NewFile, { path: string; close(): Promise<void> }>();

function newFile(path: string, handle: FileHandle, pathOf: (name: string) => string): NewFile {
  let isOpen = true;
  const close = async () => {
    if (isOpen) await handle.close();
    isOpen = false;
  };
  const file: NewFile = {
    async write(content) {
      await handle.writeFile(content);
    },
    async append(other) {
      const source = getOrThrow(paths, other);
      await source.close();
      for await (const chunk of createReadStream(source.path)) await handle.writeFile(chunk);
      await rm(source.path, { force: true });
    },
    async finish(name) {
      // `renameDurably` syncs synchronously, which would block the process while a large file is written.
      await handle.sync();
      await close();
      renameDurably(path, pathOf(name));
    },
    async discard() {
      await close();
      await rm(path, { force: true });
    },
  };
  paths.set(file, { path, close });
  return file;
}
