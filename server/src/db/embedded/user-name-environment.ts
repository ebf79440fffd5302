import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'user-name');

/**
 * Returns the environment variables with which initdb runs under a user id without a name, as in containers. A preloaded library provides
 * the name (user-name/user-name.c).
 */
export function userNameEnvironment(): Record<string, string> {
  const library = `${process.platform}-${process.arch}.so`;
  if (hasUserName() || !existsSync(join(folder, library))) return {};
  // LD_PRELOAD is split at spaces, so the folder goes into LD_LIBRARY_PATH.
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
