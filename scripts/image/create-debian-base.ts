import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';

/** The packages of the official Node image that the service uses: a shell, common tools, the libraries of Node and PostgreSQL. */
const basePackages = [
  'base-files',
  'bash',
  'dash',
  'coreutils',
  'util-linux',
  'libc6',
  'libc-bin',
  'libgcc-s1',
  'libstdc++6',
  'ca-certificates',
];

/** Creates a substitute for the official Node image from this machine's Debian packages, and Node and npm from the npm registry. */
export function createDebianBase(root: string, target: string) {
  // Copies the top-level links into /usr, which every recent Debian has, so that files are found under both paths.
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    const path = `/${name}`;
    if (!existsSync(path) || !lstatSync(path).isSymbolicLink()) continue;
    const link = readlinkSync(path);
    mkdirSync(join(target, link), { recursive: true });
    symlinkSync(link, join(target, name));
  }
  const unneeded = /^\/usr\/share\/(doc|man|locale|info)\//;
  const files = execFileSync('dpkg', ['-L', ...withDependencies(basePackages)], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\n')
    .filter((path) => path.startsWith('/') && path !== '/.' && !unneeded.test(path));
  const existing = [...new Set(files), '/etc/ssl/certs/ca-certificates.crt'].filter((path) => existsSync(path));
  const packed = execFileSync('tar', ['-C', '/', '-c', '--no-recursion', '--verbatim-files-from', '--null', '-T', '-'], {
    input: existing.map((path) => path.slice(1)).join('\0'),
    maxBuffer: 1e9,
  });
  execFileSync('tar', ['-C', target, '-x', '--keep-directory-symlink'], { input: packed });
  for (const folder of ['tmp', 'proc', 'dev', 'run', 'root', 'etc', 'var/cache']) mkdirSync(join(target, folder), { recursive: true });
  writeFileSync(join(target, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/bash\nnode:x:1000:1000::/home/node:/bin/bash\n');
  writeFileSync(join(target, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  writeFileSync(join(target, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  mkdirSync(join(target, 'usr/local/bin'), { recursive: true });
  const node = join(target, 'usr/local/bin/node');
  cpSync(join(root, `node_modules/node-linux-${process.arch}/bin/node`), node);
  chmodSync(node, 0o755);
  execFileSync(
    'npm',
    ['install', '--global', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', join(target, 'usr/local'), 'npm@11'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
}

/** Returns the packages and their dependencies. Of alternative dependencies, the installed one is used. */
function withDependencies(names: string[]): string[] {
  const format = `${['Package', 'Status', 'Provides', 'Pre-Depends', 'Depends'].map((field) => `\${${field}}`).join('\t')}\n`;
  const installed = new Map<string, string[]>();
  const providers = new Map<string, string>();
  for (const line of execFileSync('dpkg-query', ['-W', '-f', format], { encoding: 'utf8', maxBuffer: 1e8 }).split('\n')) {
    const [name, status, provides = '', before = '', depends = ''] = line.split('\t');
    if (!name || !status?.endsWith(' installed')) continue;
    installed.set(name, [...before.split(','), ...depends.split(',')]);
    for (const provided of provides.split(',')) providers.set(nameOf(provided), name);
  }
  const resolved = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const real = installed.has(name) ? name : providers.get(name);
    if (real === undefined || resolved.has(real)) continue;
    resolved.add(real);
    for (const dependency of getOrThrow(installed, real)) {
      const alternatives = dependency.split('|').map(nameOf);
      waiting.push(...alternatives.filter((alternative) => installed.has(alternative) || providers.has(alternative)).slice(0, 1));
    }
  }
  return [...resolved];
}

function nameOf(dependency: string): string {
  return firstOf(dependency.trim().split(/[\s:(]/, 1));
}
