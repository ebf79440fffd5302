import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'user-name');

/** Makes initdb work under a user id without a name, as containers get it: a preloaded library answers one (user-name/user-name.c). */
export function userNameEnvironment(): Record<string, string> {
  const library = `${process.platform}-${process.arch}.so`;
  if (hasUserName() || !existsSync(join(folder, library))) return {};
  // The variable for the library itself would end at a space in the path.
  return { LD_PRELOAD: library, LD_LIBRARY_PATH: folder };
}

function hasUserName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}
