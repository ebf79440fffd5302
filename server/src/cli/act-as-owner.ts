import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../lib/error-code.ts';
import { OperatorError } from '../lib/operator-error.ts';

const programFolder = join(import.meta.dirname, '../../..');

/** Switches from root to the owner of the data folder, whose service could not start if root had written files there. */
export function actAsOwner(dataDir: string): void {
  if (process.geteuid?.() !== 0) return;
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (!folder || folder.uid === 0) return;
  const { uid, gid } = folder;
  refuseUnreadableProgram(dataDir, uid, gid);
  try {
    process.setgroups?.([gid]);
    process.setgid?.(gid);
    process.setuid?.(uid);
  } catch (error) {
    throw new OperatorError(
      `The data folder ${dataDir} belongs to user ${uid}, and root cannot switch to that user here (${errorCode(error)}): run the command as that user.`,
    );
  }
}

/** Refuses to switch if the owner cannot read the program: modules are loaded on demand, even after the switch. */
function refuseUnreadableProgram(dataDir: string, uid: number, gid: number) {
  const groups = process.getgroups?.() ?? [];
  let areGroupsGivenUp = false;
  try {
    // The switch also gives up root's groups.
    process.setgroups?.([gid]);
    areGroupsGivenUp = true;
    process.setegid?.(gid);
    process.seteuid?.(uid);
    readdirSync(programFolder);
  } catch {
    // Root may not switch here at all, which the caller reports.
    if (!areGroupsGivenUp) return;
    throw new OperatorError(
      `The data folder ${dataDir} belongs to user ${uid}, who cannot read the program in ${programFolder}: move the program to a folder that everyone can access, or give the data folder to root.`,
    );
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
    if (areGroupsGivenUp) process.setgroups?.(groups);
  }
}
