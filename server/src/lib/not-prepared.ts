import { StartupError } from './startup-error.ts';

/** For a part of the program that is missing in a folder that this user may not write to. */
export function notPrepared(part: string, folder: string): StartupError {
  return new StartupError(
    `${part} and this user may not write to ${folder}: run "leadlight prepare" there as its owner, then start again.`,
  );
}
