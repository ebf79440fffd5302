import { chmodSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { notPrepared } from '../../lib/not-prepared.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import type { Binaries } from './binaries.ts';

export type RunAs = {
  /** Owner of PostgreSQL's files; null if it runs as the current user. */
  owner: { uid: number; gid: number } | null;
  /** Wraps a command so that it runs as that user. */
  command(program: string, args: string[]): { program: string; args: string[]; uid?: number; gid?: number };
};

/**
 * PostgreSQL refuses to run as root, so root starts it as an unprivileged user. If that user cannot traverse the folders
 * of the binaries or the data (such as root's home or a private temporary folder), it also gets the capability CAP_DAC_READ_SEARCH.
 */
export function runAs({ initdb, postgres }: Binaries, cluster: string): RunAs {
  if (process.getuid?.() !== 0) return { owner: null, command: (program, args) => ({ program, args }) };
  const owner = unprivilegedUser();
  if ([postgres, cluster].every((path) => isReachable(path, owner.uid, owner.gid))) {
    return { owner, command: (program, args) => ({ program, args, ...owner }) };
  }
  for (const program of [initdb, postgres]) makeExecutable(program);
  return {
    owner,
    command: (program, args) => ({
      program: 'setpriv',
      args: [
        `--reuid=${owner.uid}`,
        `--regid=${owner.gid}`,
        '--clear-groups',
        '--inh-caps=-all,+dac_read_search',
        '--ambient-caps=-all,+dac_read_search',
        // Otherwise access(2), which initdb uses to locate its binaries, ignores the capability.
        '--securebits=+no_setuid_fixup',
        program,
        ...args,
      ],
    }),
  };
}

/** With a umask of 077, packages installed by root are executable only by root, and the capability does not grant execute permission. */
function makeExecutable(program: string) {
  if ((statSync(program).mode & 0o111) === 0o111) return;
  try {
    chmodSync(program, 0o755);
  } catch {
    throw notPrepared('The embedded PostgreSQL binaries are executable only by root', dirname(program));
  }
}

function unprivilegedUser() {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const userName of ['postgres', 'nobody']) {
    const user = users.find(([name]) => name === userName);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new OperatorError(
    'PostgreSQL refuses to run as root, and this machine has no user "postgres" or "nobody": start Leadlight as a non-root user.',
  );
}

function isReachable(path: string, uid: number, gid: number): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid: ownerUid, gid: ownerGid } = statSync(folder);
    const bit = ownerUid === uid ? 0o100 : ownerGid === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
