import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What is still in use after a collection is the memory that is needed; the rest is only not yet given back. */
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The most bytes of heap in use at once from now until it is stopped, in all and beyond what was in use before. */
export function watchHeap(everyMs: number): { stop(): { most: number; beyond: number } } {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let most = before;
  let timer: NodeJS.Timeout;
  const look = () => {
    collectGarbage();
    most = Math.max(most, process.memoryUsage().heapUsed);
  };
  // Looking takes its time where the heap is large; what is looked at must get the greater part of it.
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
