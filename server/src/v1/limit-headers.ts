import type { LimitState } from '../domain/auth/principal.ts';

/** Returns the headers `RateLimit-Policy` and `RateLimit` of the IETF draft. */
export function limitHeaders(limits: LimitState, now: Date): Record<string, string> {
  const monthSeconds =
    (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)) / 1000;
  const left = Math.max(0, Math.floor(limits.requestsLeft + 1e-6));
  const fullInSeconds = Math.ceil((limits.burst - limits.requestsLeft) / limits.ratePerSecond);
  return {
    'ratelimit-policy': `"second";q=${limits.ratePerSecond};w=1;burst=${limits.burst}, "month";q=${limits.monthlyQuota};w=${monthSeconds}`,
    ratelimit: `"second";r=${left};t=${fullInSeconds}, "month";r=${Math.max(0, limits.monthlyQuota - limits.usedInMonth)};t=${secondsToNextMonth(now)}`,
  };
}

/** Returns the seconds until a retry can succeed: when the rate limit allows another request, or when a new month renews the quota. */
export function retryAfterSeconds(exceeded: 'rate_limit_exceeded' | 'quota_exceeded', limits: LimitState, now: Date): number {
  if (exceeded === 'quota_exceeded') return secondsToNextMonth(now);
  return Math.max(1, Math.ceil((1 - limits.requestsLeft) / limits.ratePerSecond));
}

function secondsToNextMonth(now: Date): number {
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000);
}
