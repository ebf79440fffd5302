import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keysOf } from '../../server/src/lib/entries-of.ts';

const tools = { buildah: 'buildah', bwrap: 'bubblewrap', nsenter: 'util-linux', setpriv: 'util-linux', tar: 'tar' };

/** Returns why the image cannot be built and run here, or null. Installs missing tools if `mayInstall` is true. */
export function findImageObstacle({ mayInstall }: { mayInstall: boolean }): string | null {
  if (process.platform !== 'linux') return 'it runs on Linux only';
  if (process.getuid?.() !== 0) return 'it needs root, for namespaces and the owners of files';
  if (!existsSync('/etc/debian_version')) return 'its base image is built from Debian packages, and this is not Debian';
  const packages = [...new Set(missingTools().map((tool) => tools[tool]))];
  if (packages.length === 0) return namespaceObstacle() ?? registryObstacle();
  if (!mayInstall) return `${packages.join(' and ')} are not installed; "npm run check:image" installs them`;
  process.stdout.write(`Installing ${packages.join(', ')}…\n`);
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'ignore'],
      timeout: 120_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const stillMissing = missingTools();
  return stillMissing.length > 0 ? `${stillMissing.join(' and ')} could not be installed` : (namespaceObstacle() ?? registryObstacle());
}

function missingTools(): (keyof typeof tools)[] {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin'];
  return keysOf(tools).filter((tool) => !folders.some((folder) => existsSync(join(folder, tool))));
}

/** Returns why namespaces cannot be created, as in an unprivileged container, or null. */
function namespaceObstacle(): string | null {
  const { status, stderr } = spawnSync(
    'bwrap',
    ['--unshare-pid', '--unshare-net', '--unshare-ipc', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', 'true'],
    { encoding: 'utf8' },
  );
  return status === 0 ? null : `this machine does not allow namespaces (${stderr.trim()})`;
}

/** Returns why the build cannot install packages from the registry, or null. */
function registryObstacle(): string | null {
  const { status } = spawnSync('npm', ['view', 'npm', 'version', '--fetch-retries=0', '--fetch-timeout=20000'], { stdio: 'ignore' });
  return status === 0 ? null : 'the npm registry does not respond';
}
