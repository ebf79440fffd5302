import { errorCode } from './error-code.ts';
import { firstOf } from './first-of.ts';

type SystemError = Error & { code?: string; path?: string; dest?: string; syscall?: string; address?: string; port?: number };

/** Reasons by error code, shown in parentheses. */
const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EFBIG: 'the file is too large for the disk',
  EIO: 'the disk reported an error',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  EEXIST: 'it already exists',
  ENOTEMPTY: 'the folder is not empty',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its symbolic links form a loop',
  EXDEV: 'it is on another disk',
  EBUSY: 'it is in use',
  ETXTBSY: 'it is in use',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOMEM: 'out of memory',
};

/** Returns the reason for a system error, or its code. */
export function systemReason(error: unknown): string {
  const code = errorCode(error) ?? 'unknown';
  return reasons[code] ?? code;
}

/** Database errors caused by the environment, by SQLSTATE or class. */
const databaseReasons: Record<string, string> = {
  '53100': 'The disk of the database is full: free some space, then run the same command again.',
  '53200': 'The database is out of memory: give it more, then run the same command again.',
  '53300': 'The database has no free connections: raise max_connections, or lower DATABASE_CONNECTIONS or WORKER_THREADS.',
  '25006': 'The database is read-only: set DATABASE_URL to a writable one.',
  '28000': 'The database refuses this user: check DATABASE_URL.',
  '28P01': 'The database refuses the password: check DATABASE_URL.',
  '3D000': 'The database does not exist: check DATABASE_URL.',
  '42501': 'The database user lacks a privilege: see docs/operating.md.',
  '57P01': 'The database was stopped in the meantime: run the same command again when it is up.',
  '57P02': 'The database crashed in the meantime: run the same command again when it is up.',
  '57P03': 'The database is starting or stopping: run the same command again in a moment.',
};

const connectionCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];

/**
 * Describes in one sentence a system or database error that an operator can fix; returns null for any other error, which is a bug. All
 * commands use this function, so that the wording is the same.
 */
export function describeSystemError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, path, dest, syscall, address, port }: SystemError = error;
  if (code === undefined) return error.cause === undefined ? null : describeSystemError(error.cause);
  if (connectionCodes.includes(code) || syscall === 'connect')
    return `${addressText(address, port)} cannot be reached (${code}): check the address and that it is running.`;
  const reason = reasons[code];
  if (reason !== undefined && syscall !== undefined) {
    const target = dest ?? path;
    return target === undefined ? `${capitalize(reason)}.` : `${target} cannot be ${verbOf(syscall, code)} (${reason}).`;
  }
  // Class 22 (data exception): an invalid value from the command line.
  if (/^22/.test(code)) return `A value has the wrong format (${firstLine(error.message)}).`;
  return databaseReasons[code] ?? null;
}

function verbOf(syscall: string, code: string): string {
  if (/^(mkdir|rename|link|symlink|unlink|rmdir|write|ftruncate|chmod|chown|copyfile|rm|fsync)/.test(syscall)) return 'written';
  return code === 'EROFS' || code === 'ENOSPC' || code === 'EDQUOT' ? 'written' : 'opened';
}

function addressText(address: string | undefined, port: number | undefined): string {
  return address === undefined ? 'The other server' : `${address}${port === undefined ? '' : `:${port}`}`;
}

function firstLine(text: string): string {
  return firstOf(text.split('\n', 1));
}

function capitalize(text: string): string {
  return `${firstOf(text).toUpperCase()}${text.slice(1)}`;
}
