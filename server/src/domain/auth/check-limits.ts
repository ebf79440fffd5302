import { Problem } from '../problem.ts';
import { defaultBurst, defaultLimits } from './default-limits.ts';

type Limits = { ratePerSecond?: number; burst?: number; monthlyQuota?: number };

/** Checks the limits of a new API key or OAuth app, and returns them as columns. Those that are not given have their default. */
export function checkLimits({ ratePerSecond, burst, monthlyQuota }: Limits) {
  const rate = checkLimit('rate', ratePerSecond ?? defaultLimits.ratePerSecond);
  return {
    rate_per_second: rate,
    burst: checkLimit('burst', burst ?? defaultBurst(rate)),
    monthly_quota: checkLimit('quota', monthlyQuota ?? defaultLimits.monthlyQuota),
  };
}

function checkLimit(name: string, value: number): number {
  if (!Number.isInteger(value) || value < 1 || value > 1_000_000_000) {
    throw new Problem('invalid_input', { title: `The ${name} must be a whole number from 1 to 1,000,000,000.`, parameter: name });
  }
  return value;
}
