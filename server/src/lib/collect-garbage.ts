import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Frees the memory used during startup. By itself, V8 would free it only after the process has allocated as much again, which takes
 * minutes and looks like a leak.
 */
export function collectGarbage() {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}
