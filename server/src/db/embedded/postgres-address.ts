import { constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../../lib/write-durably.ts';

export type PostgresAddress = { port: number; password: string };

export const postgresUser = 'leadlight';
export const postgresDatabase = 'leadlight';

/** Maximum length of a Unix socket path on Linux, without the terminating NUL. */
const maxSocketPathLength = 107;

/** URL of the embedded database on the loopback interface; works only within its network namespace. */
export function postgresUrl(folder: string): string {
  return urlOf(readAddress(folder));
}

/**
 * URL of the embedded database on the same machine, through the Unix socket in its folder; works from any network namespace. If the path
 * is too long for a socket, the URL works only within this process.
 */
export function postgresSocketUrl(folder: string): string {
  const address = readAddress(folder);
  const cluster = join(folder, 'postgres');
  const isTooLong = Buffer.byteLength(join(cluster, `.s.PGSQL.${address.port}`)) > maxSocketPathLength;
  const host = isTooLong ? `/proc/self/fd/${descriptorOf(cluster)}` : cluster;
  return `${urlOf(address)}?host=${encodeURIComponent(host)}`;
}

/** Descriptors of the folders by path. They stay open, because later connections need them. */
const descriptors = new Map<string, number>();

function descriptorOf(folder: string): number {
  const cached = descriptors.get(folder);
  if (cached !== undefined) {
    const [opened, current] = [fstatSync(cached), statSync(folder)];
    if (opened.ino === current.ino && opened.dev === current.dev) return cached;
  }
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  descriptors.set(folder, descriptor);
  return descriptor;
}

export function readAddress(folder: string): PostgresAddress {
  return JSON.parse(readFileSync(addressFile(folder), 'utf8'));
}

/** Writes the file durably: it is the only copy of the password. */
export function writeAddress(folder: string, address: PostgresAddress) {
  writeDurably(addressFile(folder), JSON.stringify(address), { mode: 0o600 });
}

export function urlOf({ port, password }: PostgresAddress, name = postgresDatabase): string {
  return `postgres://${postgresUser}:${password}@127.0.0.1:${port}/${name}`;
}

function addressFile(folder: string) {
  return join(folder, 'database.json');
}
