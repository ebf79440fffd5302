// Runs on any Node since 20, before anything is installed, so it is plain JavaScript without dependencies.
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const stampName = '.built';

/** Built folders and their sources: files, or folders with everything in them except tests. */
export const server = { folder: 'server/dist', sources: ['server/build.ts', 'server/src', 'tracker', 'web/build.ts', 'package-lock.json'] };
export const web = { folder: 'web/dist', sources: ['web/src', 'web/public', 'web/index.html', 'web/build.ts', 'package-lock.json'] };

/**
 * Whether a folder was built from the current sources. Compares their contents, because copied files have new dates. If the first source
 * is missing, any built folder counts as current: an image contains only the result.
 */
export function isBuilt(root, { folder, sources }) {
  const stamp = join(root, folder, stampName);
  return existsSync(stamp) && (!existsSync(join(root, sources[0])) || readFileSync(stamp, 'utf8') === hashSources(root, sources));
}

/**
 * Builds a folder with `build`, which writes to the folder that it is given. Several processes may build at
 * once: each writes to a temporary folder and then renames it, so the result is never incomplete.
 */
export async function buildFolder(root, { folder, sources }, build) {
  const hash = hashSources(root, sources);
  const draft = join(root, `${folder}.${process.pid}`);
  await build(draft);
  writeFileSync(join(draft, stampName), hash);
  rmSync(join(root, folder), { recursive: true, force: true });
  try {
    renameSync(draft, join(root, folder));
  } catch (error) {
    // Another process has built the folder in the meantime, with the same result.
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Whether this user can replace the folder. */
export function isReplaceable(root, { folder }) {
  return [join(root, dirname(folder)), join(root, folder)].every((path) => !existsSync(path) || isWritable(path));
}

function isWritable(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function hashSources(root, sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesOf(root, source)).sort())
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesOf(root, source) {
  const path = join(root, source);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [source];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
}
