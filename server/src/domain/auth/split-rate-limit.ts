import type { Admission, Limits, Principal } from './principal.ts';

export type Taken = { by_rate: number; granted: number; tokens_left: number; used_in_month: number };

/** Distributes what the rate limit and the monthly quota allow over the requests of a batch, in order of arrival. */
export function splitRateLimit(requests: number, principal: Principal, taken: Taken): Admission[] {
  const limits: Limits = principal.limits;
  return Array.from({ length: requests }, (_, index) => {
    const later = Math.max(0, taken.granted - index - 1);
    const exceeded = index < taken.granted ? null : index < taken.by_rate ? 'quota_exceeded' : 'rate_limit_exceeded';
    return {
      principal,
      exceeded,
      limits: { ...limits, tokensLeft: taken.tokens_left + later, usedInMonth: taken.used_in_month - later },
    };
  });
}
