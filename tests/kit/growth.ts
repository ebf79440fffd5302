import { firstOf } from '../../server/src/lib/first-of.ts';

/** The documented limit: a string of this many characters is processed within this many milliseconds. */
export const maxLength = 16 * 1024;
export const maxMs = 5;

/** Short steps first, so that exponential time is noticed before it takes forever. */
const lengths = [16, 20, 24, 28, 32, 40, 48, 64, 256, 1024, 4096, maxLength];
const maxStepMs = 20;
/** The maximum growth of the time if the text is four times as long: linear time gives 4, quadratic time 16. */
export const maxGrowth = 8;

export type SlowRun = { length: number; ms: number; growth: number };

/**
 * Returns the first run that is too slow, or null if the work is within the limit. Slower work passes only if its time grows about linearly
 * with the text, so that a slow or busy machine fails no test.
 */
export function findSlowRun(work: (text: string) => unknown, textOf: (length: number) => string): SlowRun | null {
  // The first run compiles the pattern.
  timeOf(work, textOf(firstOf(lengths)));
  for (const length of lengths) {
    const text = textOf(length);
    const ms = timeOf(work, text);
    // Even in quadratic time the longest text is within the limit; anything worse takes longer than this at 1,024 characters.
    if (length >= 1024 && ms * (maxLength / length) ** 2 <= maxMs) return null;
    if (ms <= maxMs || (length < maxLength && ms < maxStepMs)) continue;
    const best = bestTimeOf(work, text);
    if (best <= maxMs) continue;
    const slow = growthOf(work, textOf(length / 4), text);
    if (slow.ms > maxMs && slow.growth > maxGrowth) return { length, ...slow };
  }
  return null;
}

/**
 * Measures how much longer a string takes than a quarter of it. Repeats the measurement if the growth exceeds the limit: the engine may
 * optimize the code between two measurements, and other processes may slow down one of them. Code that takes quadratic time exceeds the
 * limit every time.
 */
export function growthOf(work: (text: string) => unknown, quarter: string, text: string): { ms: number; growth: number } {
  let best = { ms: Number.POSITIVE_INFINITY, growth: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < 5 && best.growth > maxGrowth; attempt++) {
    const quarterMs = bestTimeOf(work, quarter);
    const ms = bestTimeOf(work, text);
    if (ms / quarterMs < best.growth) best = { ms, growth: ms / quarterMs };
  }
  return best;
}

export function bestTimeOf(work: (text: string) => unknown, text: string): number {
  let best = timeOf(work, text);
  // After a run far above the limit, further runs would not change the result.
  for (let run = 0; run < 4 && best < 20 * maxMs; run++) best = Math.min(best, timeOf(work, text));
  return best;
}

/** Measures CPU time, so that other processes on the machine do not count. */
function timeOf(work: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  work(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
