import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';

const isRoot = process.getuid?.() === 0;
const apart = ['--pid', '--ipc', '--mount', '--fork', '--mount-proc', '--kill-child'];
const asMyself = isRoot ? [] : ['--user', '--map-current-user'];

const probe = spawnSync('unshare', [...asMyself, ...apart, '--net', 'true'], { encoding: 'utf8' });
const isPossible = probe.status === 0;

/** The command prefix that runs a program in its own pid, ipc and mount namespaces, and optionally in its own network namespace. */
export function inNamespaces({ network }: { network: boolean }): string[] {
  return isPossible ? ['unshare', ...asMyself, ...apart, ...(network ? ['--net'] : []), '--'] : [];
}

/** Reports if this system forbids namespaces; the test then runs the same processes without them. */
export function sayWhetherNamespaced(t: TestContext): boolean {
  if (!isPossible) {
    const why = probe.error?.message ?? probe.stderr.trim();
    process.stderr.write(`Namespaces are not available here (${why}): "${t.name}" runs without them.\n`);
  }
  return isPossible;
}

/** The descendants of a process, oldest first. */
export function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}
