import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Frees the memory used during startup. V8 alone would wait until as much again was allocated, which takes minutes and looks
 * like a leak.
 */
export function collectGarbage() {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}
