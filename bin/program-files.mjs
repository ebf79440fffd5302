// Runs on any Node since 20, before anything is installed, so it is plain JavaScript without dependencies.
import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether a file or folder exists. Unlike existsSync, throws if this user may not look. */
export function isPresent(path) {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
    throw error;
  }
}

/** Describes an error of a program file or its disk in one sentence that says what to do. Returns null for any other error. */
export function describeFileError(error, root) {
  if (!(error instanceof Error) || error.code === undefined || error.syscall === undefined) return null;
  const { code, path, message } = error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return fullDisk(root);
  if ((code === 'EACCES' || code === 'EPERM') && path !== undefined) {
    return `This user cannot access ${closedPart(path)} (permission denied): run "leadlight prepare" in ${root} as its owner, then start again.`;
  }
  return `The program folder ${root} cannot be used (${message}).`;
}

/** Describes a failed build whose output says that the disk is full, or returns null. */
export function describeFailedBuild(output, root) {
  return /ENOSPC|EDQUOT|No space left|os error (28|122)\b/i.test(output) ? fullDisk(root) : null;
}

function fullDisk(root) {
  return `The disk that holds ${root} is full: free some space, then run the same command again.`;
}

/** The outermost folder of a path that this user cannot enter, or the path itself. */
function closedPart(path) {
  const folder = dirname(path);
  if (folder === path) return path;
  const outer = closedPart(folder);
  return outer !== folder || !canEnter(folder) ? outer : path;
}

function canEnter(folder) {
  try {
    statSync(`${folder}/.`);
    return true;
  } catch {
    return false;
  }
}

/** What the program consists of. Other files in its folder, such as data and secrets, stay as they are. */
const programPaths = ['package.json', 'package-lock.json', 'tsconfig.json', 'bin', 'server', 'tracker', 'web', 'node_modules'];

/**
 * Makes the program readable for everyone, as `chmod -R a+rX` does, because the service may run as another user than the one who installed
 * it with a strict umask. Leaves out what this user may not change. Returns the number of changed files and folders.
 */
export function openProgram(root) {
  return programPaths.reduce((count, path) => count + openTree(join(root, path)), 0);
}

function openTree(path) {
  let count = 0;
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) return 0;
    const mode = stats.mode | 0o444 | (stats.isDirectory() || stats.mode & 0o111 ? 0o111 : 0);
    if (mode !== stats.mode) {
      chmodSync(path, mode & 0o7777);
      count = 1;
    }
    if (stats.isDirectory()) for (const name of readdirSync(path)) count += openTree(join(path, name));
  } catch (error) {
    // The file belongs to another user, is on a read-only disk, or was deleted in the meantime.
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(error.code)) throw error;
  }
  return count;
}
