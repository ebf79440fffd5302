import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { OperatorError } from '../lib/operator-error.ts';

/** Prevents commands from creating an installation: with a mistyped DATA_DIR, they would report on, erase from or back up an empty one. */
export function requireInstallation({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })) return;
  throw new OperatorError(`There is no installation in ${dataDir}: check DATA_DIR, or start the server first.`);
}
