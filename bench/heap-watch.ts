import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Called before each measurement, so that only memory in use is counted. */
const collectGarbage: () => void = runInNewContext('gc');

/** Measures the peak heap in bytes until stopped: in total, and its growth since the start. */
export function watchHeap(everyMs: number): { stop(): { peak: number; growth: number } } {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let peak = before;
  let timer: NodeJS.Timeout;
  const sample = () => {
    collectGarbage();
    peak = Math.max(peak, process.memoryUsage().heapUsed);
  };
  // Measuring takes time with a large heap, so it is limited to a small share of the run.
  const scheduleSample = (afterMs: number) => {
    timer = setTimeout(() => {
      const startMs = performance.now();
      sample();
      scheduleSample(Math.max(everyMs, 5 * (performance.now() - startMs)));
    }, afterMs);
  };
  scheduleSample(everyMs);
  return {
    stop() {
      clearTimeout(timer);
      sample();
      return { peak, growth: peak - before };
    },
  };
}
