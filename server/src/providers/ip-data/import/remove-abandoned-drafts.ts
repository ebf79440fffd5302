import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../../lib/processes.ts';

/** Deletes the temporary files of imports whose process was killed. The names of the files contain the pid of the process. */
export function removeAbandonedDrafts(folder: string): void {
  for (const file of readdirSync(folder)) {
    const pid = /\.(\d{1,10})\.tmp(?:\.\d+)?$/.exec(file)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, file), { force: true });
  }
}
