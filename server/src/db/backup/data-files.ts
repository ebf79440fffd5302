import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What the service makes again by itself, or what belongs to this one place: the database's files, port and password, the set-up link. */
const leftOut = [
  /^(postgres|postgres\.new|postgres\.password|logs|restoring|database\.json(\.new)?|set-up-link\.txt(\.new)?|owner\.lock.*|\.write-probe\..*)(\/|$)/,
  // Compiled from the files beside it.
  /^ip-data\/(?!update\/|imports\/)[^/]+/,
  /\.(part|tmp)$/,
];

/** The files of a data folder that a backup holds: exports, imported and updated address data, certificates, the demo's notes. */
export function dataFiles(dataDir: string): { path: string; mode: number }[] {
  const walk = (folder: string): { path: string; mode: number }[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const full = join(folder, entry.name);
      const path = relative(dataDir, full);
      const isLeftOut = leftOut.some((pattern) => pattern.test(entry.isDirectory() ? `${path}/` : path));
      if (entry.isDirectory()) return isLeftOut && path !== 'ip-data' ? [] : walk(full);
      return isLeftOut || !entry.isFile() ? [] : [{ path, mode: statSync(full).mode & 0o777 }];
    });
  return walk(dataDir).sort((a, b) => (a.path < b.path ? -1 : 1));
}
