// Runs on any Node since 20, before anything is installed, so it is plain JavaScript without dependencies.
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lockFolder } from './lock-folder.mjs';
import { isPresent } from './program-files.mjs';

const stampName = '.built';

/** Built folders and their sources: files, or folders with everything in them except tests. */
export const server = { folder: 'server/dist', sources: ['server/build.ts', 'server/src', 'tracker', 'web/build.ts', 'package-lock.json'] };
export const web = { folder: 'web/dist', sources: ['web/src', 'web/public', 'web/index.html', 'web/build.ts', 'package-lock.json'] };

/**
 * Whether a folder was built from the current sources. Compares their contents, because copied files have new dates. If the first source
 * is missing, any built folder counts as current: an image contains only the result. Throws if this user cannot read one of the files.
 */
export function isBuilt(root, { folder, sources }) {
  const stamp = join(root, folder, stampName);
  if (!isPresent(stamp)) return false;
  if (isPresent(join(root, sources[0])) && readFileSync(stamp, 'utf8') !== hashSources(root, sources)) return false;
  for (const file of filesOf(root, folder)) closeSync(openSync(join(root, file)));
  return true;
}

/**
 * Builds a folder with `build`, which writes to a temporary folder that then gets the final name, so the result is never incomplete.
 * If another process builds the same folder, waits for it and uses its result. Returns whether it built the folder.
 */
export async function buildFolder(root, { folder, sources }, build) {
  const parent = join(root, dirname(folder));
  const { descriptor, isLocked } = await lockFolder(parent);
  try {
    if (isBuilt(root, { folder, sources })) return false;
    if (isLocked) deleteDrafts(parent, `${basename(folder)}.`);
    const hash = hashSources(root, sources);
    const draft = join(root, `${folder}.${randomBytes(6).toString('hex')}`);
    try {
      await build(draft);
      writeFileSync(join(draft, stampName), hash);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      throw error;
    }
    rmSync(join(root, folder), { recursive: true, force: true });
    try {
      renameSync(draft, join(root, folder));
    } catch (error) {
      // Without locks, another process may have built the folder in the meantime, with the same result.
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
      rmSync(draft, { recursive: true, force: true });
    }
    return true;
  } finally {
    closeSync(descriptor);
  }
}

/** Deletes the temporary folders of builds that were killed. */
function deleteDrafts(parent, prefix) {
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix) && /^[0-9a-f]+$/.test(name.slice(prefix.length))) rmSync(join(parent, name), { recursive: true });
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
  if (!isPresent(path)) return [];
  if (statSync(path).isFile()) return [source];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
}
