import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Finds a Chromium for the browser tests, and installs Debian's if possible. Fails without one. */
export function findChromium(): string {
  const found = search();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    process.stdout.write('Installing Debian’s chromium for the browser tests…\n');
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    ]) {
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    }
    const installed = search();
    if (installed) return installed;
  }
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.');
}

function search(): string | null {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  for (const folder of PATH.split(':')) for (const name of names) if (existsSync(join(folder, name))) return join(folder, name);
  return existsSync(macPath) ? macPath : null;
}
