/** Rate limit and monthly quota of an API key or OAuth app that was created without explicit limits. */
export const defaultLimits = { ratePerSecond: 10, burst: 15, monthlyQuota: 100_000 };

/** The default burst grows with the rate: one and a half seconds' worth of requests. */
export function defaultBurst(ratePerSecond: number): number {
  return Math.ceil((ratePerSecond * defaultLimits.burst) / defaultLimits.ratePerSecond);
}
