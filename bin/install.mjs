// Runs on any Node since 20, before anything is installed, so it is plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs missing packages of the lock file and returns whether any were missing; packages installed by `npm ci` or `npm ci --omit=dev`
 * are recognized. `development` includes the packages of tests and tools, `omitsDevelopment` excludes them; `isThorough` compares the
 * packages even if an earlier run left its marker.
 */
export function install(root, { development = false, omitsDevelopment = false, isThorough = false, onProgress, onFailure }) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const { packages } = JSON.parse(lock);
  const all = Object.entries(packages).filter(([path, entry]) => path.includes('node_modules/') && !entry.link);
  const hasDevelopment = all.some(([path, entry]) => entry.dev && !entry.optional && existsSync(join(root, path)));
  const wantsDevelopment = !omitsDevelopment && (development || hasDevelopment);
  const marker = `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch} ${wantsDevelopment ? 'all' : 'production'}\n`;
  const markerFile = join(root, 'node_modules', '.leadlight-installed');
  if (!isThorough && existsSync(markerFile) && readFileSync(markerFile, 'utf8') === marker) return false;

  const missing = all.filter(([path, entry]) => isNeeded(entry, wantsDevelopment) && installedVersion(root, path) !== entry.version);
  if (missing.length > 0) {
    if (!isWritable(root)) {
      onFailure(
        `${missing.length} packages of package-lock.json are not installed, and this user cannot write to ${root}: run "leadlight prepare" there as its owner, then start again.`,
      );
    }
    onProgress('Installing the packages of package-lock.json (once; about a minute)');
    const failure = runNpm(root, wantsDevelopment);
    if (failure !== null) onFailure(failure);
  }
  // Without the marker, as in a folder that is read-only after `npm ci`, every start compares the packages again.
  if (isWritable(root)) writeFileSync(markerFile, marker);
  return missing.length > 0;
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
  } catch {
    return null;
  }
}

/** Uses `npm install`, because `npm ci` would delete the packages of a running server. Returns the error, or null. */
function runNpm(root, wantsDevelopment) {
  const kinds = wantsDevelopment ? ['--include=dev'] : ['--omit=dev'];
  const args = ['install', ...kinds, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const { status, error, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  });
  if (error) return `npm could not be run (${error.message}): install Node with npm, then run the same command again.`;
  if (status === 0) return null;
  const reason = stderr.split('\n').find((line) => line.startsWith('npm error') && !/^npm error code/.test(line));
  return `npm install failed in ${root} (${reason?.replace(/^npm error\s*/, '') ?? `exit code ${status}`}): fix that, then run the same command again.`;
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
