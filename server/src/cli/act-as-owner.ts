import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../lib/error-code.ts';
import { StartupError } from '../lib/startup-error.ts';

const programFolder = join(import.meta.dirname, '../../..');

/**
 * Where root runs a command on the data folder of another user, the process becomes that user: what root writes there would keep the
 * service of that user from starting.
 */
export function actAsOwner(dataDir: string): void {
  if (process.geteuid?.() !== 0) return;
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (!folder || folder.uid === 0) return;
  const { uid, gid } = folder;
  refuseClosedProgram(dataDir, uid, gid);
  try {
    process.setgroups?.([gid]);
    process.setgid?.(gid);
    process.setuid?.(uid);
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} belongs to user ${uid}, and root may not act as that user here (${errorCode(error)}): run the command as that user.`,
    );
  }
}

/** Modules are loaded as they are needed, so the user must be able to read them. */
function refuseClosedProgram(dataDir: string, uid: number, gid: number) {
  try {
    process.setegid?.(gid);
    process.seteuid?.(uid);
    readdirSync(programFolder);
  } catch {
    throw new StartupError(
      `The data folder ${dataDir} belongs to user ${uid}, who cannot read the program in ${programFolder}: put the program into a folder that everyone may enter, or give the data folder to root.`,
    );
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
