import type { Admission, Limits, Principal } from './principal.ts';

/** What the database function `take_requests` granted to the requests of a batch. */
export type TakenRequests = {
  /** Requests of the batch that the rate limit allows. */
  by_rate: number;
  /** Requests that the monthly quota also allows. */
  granted: number;
  /** Tokens in the bucket after the batch. */
  tokens_left: number;
  /** Requests in this month, including those of the batch. */
  used_in_month: number;
};

/** Distributes what the rate limit and the monthly quota allow over the requests of a batch, in order of arrival. */
export function splitRateLimit(requests: number, principal: Principal, taken: TakenRequests): Admission[] {
  const limits: Limits = principal.limits;
  return Array.from({ length: requests }, (_, index) => {
    const grantedLater = Math.max(0, taken.granted - index - 1);
    const exceeded = index < taken.granted ? null : index < taken.by_rate ? 'quota_exceeded' : 'rate_limit_exceeded';
    return {
      principal,
      exceeded,
      limits: { ...limits, requestsLeft: taken.tokens_left + grantedLater, usedInMonth: taken.used_in_month - grantedLater },
    };
  });
}
