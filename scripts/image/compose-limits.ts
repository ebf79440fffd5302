import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';

export type ComposeLimits = {
  uid: number;
  gid: number;
  isReadOnly: boolean;
  dropsAllCapabilities: boolean;
  hasNoNewPrivileges: boolean;
  memoryBytes: number;
  processes: number;
  shmBytes: number;
  tmpfs: { path: string; bytes: number }[];
  /** Mount points of the volumes. */
  volumes: { data: string; backups: string };
  environment: Record<string, string>;
  healthCheck: string[];
  stopGraceSeconds: number;
};

type ComposeService = {
  user: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit: string;
  pids_limit: number;
  shm_size: string;
  tmpfs: string[];
  volumes: string[];
  environment: Record<string, string | null>;
  healthcheck: { test: string[] };
  stop_grace_period: string;
};

/**
 * Reads the limits of a service from a compose file, as a container runtime would apply them. `values` must contain each variable
 * that has no default in the file.
 */
export function readComposeLimits(file: string, name: string, values: Record<string, string>): ComposeLimits {
  const text = readFileSync(file, 'utf8').replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, variable: string, kind?: string, rest = '') => {
    const value = values[variable] ?? (kind === '-' ? rest : undefined);
    if (value === undefined) throw new Error(`${file} needs a value for ${variable}.`);
    return value;
  });
  const { services }: { services: Record<string, ComposeService> } = parse(text);
  const service = required(services[name], name);
  const [uid, gid] = firstItems(service.user.split(':').map(Number), 2);
  return {
    uid,
    gid,
    isReadOnly: service.read_only === true,
    dropsAllCapabilities: service.cap_drop?.includes('ALL') === true,
    hasNoNewPrivileges: service.security_opt?.includes('no-new-privileges:true') === true,
    memoryBytes: bytesOf(service.mem_limit),
    processes: service.pids_limit,
    shmBytes: bytesOf(service.shm_size),
    tmpfs: service.tmpfs.map((entry) => ({ path: firstOf(entry.split(':')), bytes: bytesOf(/size=(\w+)/.exec(entry)?.[1] ?? '64m') })),
    volumes: { data: mountPoint(service, 'data'), backups: mountPoint(service, 'backups') },
    environment: Object.fromEntries(Object.entries(service.environment).flatMap(([name, value]) => (value ? [[name, value]] : []))),
    healthCheck: service.healthcheck.test.slice(1),
    stopGraceSeconds: Number.parseInt(service.stop_grace_period, 10),
  };
}

function mountPoint({ volumes }: ComposeService, name: string): string {
  const entry = volumes.find((volume) => volume.startsWith(`${name}:`));
  return itemAt(required(entry, `volume ${name}`).split(':'), 1);
}

function bytesOf(size: string): number {
  const [, number, unit] = firstItems(required(/^(\d+)([kmg]?)b?$/.exec(size), 'size'), 3);
  return Number(number) * 1024 ** ['', 'k', 'm', 'g'].indexOf(unit);
}
