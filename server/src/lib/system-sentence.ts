import { firstOf } from './first-of.ts';

type SystemError = Error & { code?: string; path?: string; dest?: string; syscall?: string; address?: string; port?: number };

/** What the system refuses, as a reason in parentheses. */
const reasons: Record<string, string> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large for the disk',
  EIO: 'the disk reported an error',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  EEXIST: 'it exists already',
  ENOTEMPTY: 'the folder is not empty',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its symbolic links lead in a circle',
  EXDEV: 'it is on another disk',
  EBUSY: 'it is in use',
  ETXTBSY: 'it is in use',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOMEM: 'there is no memory left',
};

/** The words for a code of the system; the code itself where there are none. */
export function systemReason({ code = 'unknown' }: NodeJS.ErrnoException): string {
  return reasons[code] ?? code;
}

/** What the database refuses for a reason outside of the program, by SQLSTATE or its class. */
const databaseReasons: Record<string, string> = {
  '53100': 'The disk of the database is full: free some space, then run the same command again.',
  '53200': 'The database has no memory left: give it more, then run the same command again.',
  '53300': 'The database has no connection left: raise max_connections or lower DATABASE_CONNECTIONS.',
  '25006': 'The database is read-only: DATABASE_URL must name one that may be written.',
  '28000': 'The database refuses this user: check DATABASE_URL.',
  '28P01': 'The database refuses the password: check DATABASE_URL.',
  '3D000': 'The database does not exist: check DATABASE_URL.',
  '42501': 'The user of the database lacks a privilege: see docs/operating.md.',
  '57P01': 'The database was stopped meanwhile: run the same command again when it runs.',
  '57P02': 'The database crashed meanwhile: run the same command again when it runs.',
  '57P03': 'The database is starting or stopping: run the same command again in a moment.',
};

const connectionCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];

/**
 * One sentence for an error of the system or the database that an operator can fix; null for everything else, which is a bug.
 * The only place that words these, so that they are the same for every command.
 */
export function systemSentence(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, path, dest, syscall, address, port } = error as SystemError;
  if (code === undefined) return error.cause === undefined ? null : systemSentence(error.cause);
  const reason = reasons[code];
  if (reason !== undefined && syscall !== undefined) {
    const place = dest ?? path;
    return place === undefined ? `${capital(reason)}.` : `${place} cannot be ${verbOf(syscall, code)} (${reason}).`;
  }
  if (connectionCodes.includes(code)) return `${where(address, port)} cannot be reached (${code}): check the address and that it runs.`;
  // A value that PostgreSQL could not read came from the command line.
  if (/^22/.test(code)) return `A value has the wrong form (${firstLine(error.message)}).`;
  return databaseReasons[code] ?? null;
}

function verbOf(syscall: string, code: string): string {
  if (/^(mkdir|rename|link|symlink|unlink|rmdir|write|ftruncate|chmod|chown|copyfile|rm|fsync)/.test(syscall)) return 'written';
  return code === 'EROFS' || code === 'ENOSPC' || code === 'EDQUOT' ? 'written' : 'opened';
}

function where(address: string | undefined, port: number | undefined): string {
  return address === undefined ? 'The other side' : `${address}${port === undefined ? '' : `:${port}`}`;
}

function firstLine(text: string): string {
  return firstOf(text.split('\n', 1));
}

function capital(text: string): string {
  return `${firstOf(text).toUpperCase()}${text.slice(1)}`;
}
