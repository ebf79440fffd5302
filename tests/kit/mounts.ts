import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** The options of `unshare` for a mount namespace. */
export const mountNamespace = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];

const probe = spawnSync('unshare', [...mountNamespace, 'mount', '-t', 'tmpfs', 'none', tmpdir()], { encoding: 'utf8' });

/** The reason to skip a test that mounts disks or folders, or false where that is allowed. */
export const noMounts =
  probe.status !== 0 && `this user or container may not mount disks: ${(probe.error?.message ?? probe.stderr).trim()}`;
