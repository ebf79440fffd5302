// Runs on any Node since 20, before anything is installed, so it is plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, closeSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from './lock-folder.mjs';
import { isPresent } from './program-files.mjs';

/**
 * The first line of the marker while npm runs. npm extracts packages into place, so those it installs, which the other lines list, may be
 * incomplete until npm has finished.
 */
const unfinished = 'unfinished\n';
const markerName = '.leadlight-installed';

/**
 * Installs missing packages of the lock file and returns whether any were missing; packages installed by `npm ci` or `npm ci --omit=dev`
 * are recognized. `development` includes the packages of tests and tools, `omitsDevelopment` excludes them; `isThorough` compares the
 * packages even if an earlier run left its marker. An installation that was killed is repeated; one that is running is awaited.
 */
export async function install(root, { development = false, omitsDevelopment = false, isThorough = false, onProgress, onFailure }) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const { packages } = JSON.parse(lock);
  const all = Object.entries(packages).filter(([path, entry]) => path.includes('node_modules/') && !entry.link);
  const hasDevelopment = all.some(([path, entry]) => entry.dev && !entry.optional && isPresent(join(root, path)));
  const wantsDevelopment = !omitsDevelopment && (development || hasDevelopment);
  const marker = `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch} ${wantsDevelopment ? 'all' : 'production'}\n`;
  const modules = join(root, 'node_modules');
  const markerFile = join(modules, markerName);
  const readMarker = () => (isPresent(markerFile) ? readFileSync(markerFile, 'utf8') : '');
  if (!isThorough && readMarker() === marker) return false;

  const needed = all.filter(([, entry]) => isNeeded(entry, wantsDevelopment));
  const findMissing = () => {
    const incomplete = new Set(incompletePaths(readMarker()));
    return needed.filter(([path, entry]) => incomplete.has(path) || installedVersion(root, path) !== entry.version);
  };
  const missing = findMissing();
  if (missing.length === 0) {
    writeIfPossible(markerFile, marker);
    return false;
  }
  if (!isWritable(root)) {
    onFailure(
      `${missing.length} packages of package-lock.json are not installed, and this user cannot write to ${root}: run "leadlight prepare" there as its owner, then start again.`,
    );
  }
  mkdirSync(modules, { recursive: true });
  // npm inherits the lock: if this process is killed, npm continues, and the next start waits for it.
  const { descriptor } = await lockFolder(modules, () => onProgress('Waiting for another installation of the packages'));
  try {
    if (findMissing().length > 0) {
      deleteIncomplete(root, incompletePaths(readMarker()));
      const paths = all.filter(([path, entry]) => installedVersion(root, path) !== entry.version).map(([path]) => path);
      writeFileSync(markerFile, [unfinished, ...paths.map((path) => `${path}\n`)].join(''));
      onProgress('Installing the packages of package-lock.json (once; about a minute)');
      const { failure, isComplete } = await runNpm(root, wantsDevelopment, descriptor);
      // When npm fails, it restores the previous packages.
      if (failure !== null && isComplete) rmSync(markerFile, { force: true });
      if (failure !== null) onFailure(failure);
    }
    writeFileSync(markerFile, marker);
  } finally {
    closeSync(descriptor);
  }
  return true;
}

/** Without the marker, as in a folder that is read-only after `npm ci` or on a full disk, every start compares the packages again. */
function writeIfPossible(markerFile, marker) {
  try {
    writeFileSync(markerFile, marker);
  } catch {}
}

function incompletePaths(marker) {
  return marker.startsWith(unfinished) ? marker.slice(unfinished.length).split('\n').filter(Boolean) : [];
}

/**
 * Deletes incomplete packages, and npm's record, without which npm looks at the packages themselves. Other packages are kept, because a
 * running server may use them.
 */
function deleteIncomplete(root, paths) {
  for (const path of paths) rmSync(join(root, path), { recursive: true, force: true });
  rmSync(join(root, 'node_modules/.package-lock.json'), { force: true });
}

/** An optional package is needed only on its platform. One for a specific C library is not checked; npm installs it with the others. */
function isNeeded({ dev, devOptional, optional, os, cpu, libc }, wantsDevelopment) {
  if ((dev || devOptional) && !wantsDevelopment) return false;
  if (!optional) return true;
  return os !== undefined && cpu !== undefined && !libc && os.includes(process.platform) && cpu.includes(process.arch);
}

function installedVersion(root, path) {
  try {
    return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).version;
  } catch (error) {
    // A package that this user cannot read may be installed.
    if (error.code === 'EACCES') throw error;
    return null;
  }
}

/**
 * Uses `npm install`, because `npm ci` would delete the packages of a running server. Returns the error, or null, and whether npm ended by
 * itself.
 */
async function runNpm(root, wantsDevelopment, descriptor) {
  const kinds = wantsDevelopment ? ['--include=dev'] : ['--omit=dev'];
  const args = ['install', ...kinds, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe', descriptor], shell: process.platform === 'win32' });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const [error, status] = await new Promise((resolve) => {
    child.once('error', (cause) => resolve([cause, null])).once('close', (code) => resolve([null, code]));
  });
  if (error) {
    return {
      failure: `npm could not be run (${error.message}): install Node with npm, then run the same command again.`,
      isComplete: true,
    };
  }
  if (status === 0) return { failure: null, isComplete: true };
  const line = stderr.split('\n').find((candidate) => candidate.startsWith('npm error') && !/^npm error code/.test(candidate));
  const reason = line?.replace(/^npm error\s*/, '') ?? (status === null ? 'it was killed' : `exit code ${status}`);
  return {
    failure: `npm install failed in ${root} (${reason}): fix that, then run the same command again.`,
    isComplete: status !== null,
  };
}

function isWritable(root) {
  const modules = join(root, 'node_modules');
  try {
    accessSync(existsSync(modules) ? modules : root, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
