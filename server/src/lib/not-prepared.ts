import { OperatorError } from './operator-error.ts';

/** The error for a missing part of the program in a folder that the user cannot write to. */
export function notPrepared(missing: string, folder: string): OperatorError {
  return new OperatorError(
    `${missing}, and this user cannot write to ${folder}: run "leadlight prepare" there as its owner, then start again.`,
  );
}
