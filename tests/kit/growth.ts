import { firstOf } from '../../server/src/lib/first-of.ts';
/** The documented limit: a text of this many characters is processed within this many milliseconds. */
export const maxLength = 16 * 1024;
export const maxMs = 5;

/** Short steps first, so that exponential time is noticed before it takes forever. */
const lengths = [16, 20, 24, 28, 32, 40, 48, 64, 256, 1024, 4096, maxLength];
const maxStepMs = 20;

export type Slow = { length: number; ms: number; growth: number };

/**
 * Null if the work is within the limit. Slower work passes only if its time grows about linearly with the text, so that a slow or
 * busy machine fails no test: four times the text may take eight times as long, not sixteen times.
 */
export function tooSlow(work: (text: string) => unknown, textOf: (length: number) => string): Slow | null {
  // The first run compiles the pattern.
  timeOf(work, textOf(firstOf(lengths)));
  for (const length of lengths) {
    const text = textOf(length);
    const ms = timeOf(work, text);
    // Even in quadratic time the longest text is within the limit; anything worse takes longer than this at 1,024 characters.
    if (length >= 1024 && ms * (maxLength / length) ** 2 <= maxMs) return null;
    if (ms <= maxMs || (length < maxLength && ms < maxStepMs)) continue;
    const best = bestOf(work, text);
    if (best <= maxMs) continue;
    const quarter = bestOf(work, textOf(length / 4));
    // Measured again, because the engine may have optimized the code between the two measurements.
    const optimizedMs = Math.min(best, bestOf(work, text));
    const growth = optimizedMs / quarter;
    if (optimizedMs > maxMs && growth > 8) return { length, ms: optimizedMs, growth };
  }
  return null;
}

export function bestOf(work: (text: string) => unknown, text: string): number {
  let best = timeOf(work, text);
  // A slow run is far above the limit, whatever the others take.
  for (let run = 0; run < 4 && best < 20 * maxMs; run++) best = Math.min(best, timeOf(work, text));
  return best;
}

/** CPU time, so that other processes on the machine do not count. */
function timeOf(work: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  work(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
