import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';

const isRoot = process.getuid?.() === 0;
const ownNamespaces = ['--pid', '--ipc', '--mount', '--fork', '--mount-proc', '--kill-child'];
const currentUser = isRoot ? [] : ['--user', '--map-current-user'];

const probe = spawnSync('unshare', [...currentUser, ...ownNamespaces, '--net', 'true'], { encoding: 'utf8' });
const isSupported = probe.status === 0;

/** The command prefix that runs a program in its own pid, ipc and mount namespaces, and optionally in its own network namespace. */
export function inNamespaces({ network }: { network: boolean }): string[] {
  return isSupported ? ['unshare', ...currentUser, ...ownNamespaces, ...(network ? ['--net'] : []), '--'] : [];
}

/** Whether this system allows namespaces. If not, prints that the test runs the same processes without them. */
export function hasNamespaces(t: TestContext): boolean {
  if (!isSupported) {
    const reason = probe.error?.message ?? probe.stderr.trim();
    process.stderr.write(`Namespaces are not available here (${reason}): "${t.name}" runs without them.\n`);
  }
  return isSupported;
}

/** Lists the descendants of a process, each child followed by its own descendants. */
export function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}
