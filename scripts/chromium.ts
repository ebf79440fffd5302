import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const shellName = 'chromium-headless-shell';
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Finds a Chromium for the browser tests. If there is none, installs Debian's if possible, or throws. */
export function findChromium(): string {
  const path = findInstalled() ?? (install('chromium') ? findInstalled() : null);
  if (path) return path;
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.');
}

/**
 * Finds chromium-headless-shell, which takes less CPU time. If there is none, installs Debian's if possible, or returns null. Also
 * returns null if CHROMIUM_PATH selects a browser.
 */
export function findHeadlessShell(): string | null {
  if (process.env.CHROMIUM_PATH) return null;
  return findInPath([shellName]) ?? (install(shellName) ? findInPath([shellName]) : null);
}

function findInstalled(): string | null {
  return process.env.CHROMIUM_PATH || findInPath(names) || (existsSync(macPath) ? macPath : null);
}

function findInPath(programs: string[]): string | null {
  const { PATH = '' } = process.env;
  for (const folder of PATH.split(':')) for (const name of programs) if (existsSync(join(folder, name))) return join(folder, name);
  return null;
}

function install(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  process.stdout.write(`Installing Debian’s ${name} for the browser tests…\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Fail fast when offline.
  const options = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];
  const apt = (...args: string[]) =>
    spawnSync('apt-get', [...options, ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  apt('update');
  return apt('install', '-y', '--no-install-recommends', name);
}
