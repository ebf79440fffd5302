import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back what starting left behind. By itself the engine waits until as much again has come together, which takes minutes under
 * load and looks like a leak.
 */
export function collectGarbage() {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}
