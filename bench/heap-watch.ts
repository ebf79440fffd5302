import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Memory in use after a garbage collection is what is needed; the rest is not released yet. */
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The peak heap from now until it is stopped, in total and relative to the start. */
export function watchHeap(everyMs: number): { stop(): { most: number; beyond: number } } {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let most = before;
  let timer: NodeJS.Timeout;
  const look = () => {
    collectGarbage();
    most = Math.max(most, process.memoryUsage().heapUsed);
  };
  // Measuring takes time with a large heap, so it is limited to a small share of the run.
  const lookAgain = (afterMs: number) => {
    timer = setTimeout(() => {
      const beganMs = performance.now();
      look();
      lookAgain(Math.max(everyMs, 5 * (performance.now() - beganMs)));
    }, afterMs);
  };
  lookAgain(everyMs);
  return {
    stop() {
      clearTimeout(timer);
      look();
      return { most, beyond: most - before };
    },
  };
}
