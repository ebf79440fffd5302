import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComposeLimits } from './compose-limits.ts';

export type ControlGroup = {
  /** Names of the limits that could be set. */
  limited: string[];
  /** A process joins the group by writing its id into these files. */
  procsFiles: string[];
  processes(): number[];
  remove(): void;
};

const cgroupRoot = '/sys/fs/cgroup';

/** Creates a control group (version 1 or 2) that limits memory and processes, if this machine allows it. */
export function createControlGroup(name: string, { memoryBytes, processes }: ComposeLimits): ControlGroup {
  const isUnified = existsSync(join(cgroupRoot, 'cgroup.controllers'));
  const settings = isUnified
    ? [
        { folder: join(cgroupRoot, name), file: 'memory.max', value: memoryBytes, limit: 'memory' },
        { folder: join(cgroupRoot, name), file: 'pids.max', value: processes, limit: 'processes' },
      ]
    : [
        { folder: join(cgroupRoot, 'memory', name), file: 'memory.limit_in_bytes', value: memoryBytes, limit: 'memory' },
        { folder: join(cgroupRoot, 'pids', name), file: 'pids.max', value: processes, limit: 'processes' },
      ];
  const applied = settings.filter(({ folder, file, value }) => {
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, file), String(value));
      return true;
    } catch {
      return false;
    }
  });
  const folders = [...new Set(settings.map(({ folder }) => folder))].filter((folder) => existsSync(join(folder, 'cgroup.procs')));
  const members = (folder: string) => readFileSync(join(folder, 'cgroup.procs'), 'utf8').trim().split('\n').filter(Boolean).map(Number);
  return {
    limited: applied.map(({ limit }) => limit),
    procsFiles: folders.map((folder) => join(folder, 'cgroup.procs')),
    processes: () => folders.slice(0, 1).flatMap(members),
    remove() {
      for (const folder of folders) if (members(folder).length === 0) rmdirSync(folder);
    },
  };
}
