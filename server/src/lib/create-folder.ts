import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';

/**
 * Creates a folder and its parents one by one: recursive mkdir reports a read-only disk as ENOENT, and hangs where the system
 * itself returns ENOENT, as in /proc.
 */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
