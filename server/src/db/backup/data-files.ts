import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isExcluded } from './excluded-files.ts';

/** Lists the files of a data folder that belong in a backup, such as exports, the operator's IP data, certificates and the secret key. */
export function dataFiles(dataDir: string): { path: string; mode: number }[] {
  const walk = (folder: string): { path: string; mode: number }[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const full = join(folder, entry.name);
      const path = relative(dataDir, full);
      const excluded = isExcluded(entry.isDirectory() ? `${path}/` : path);
      if (entry.isDirectory()) return excluded ? [] : walk(full);
      return excluded || !entry.isFile() ? [] : [{ path, mode: statSync(full).mode & 0o777 }];
    });
  return walk(dataDir).sort((a, b) => (a.path < b.path ? -1 : 1));
}
