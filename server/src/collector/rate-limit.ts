import { Problem } from '../domain/problem.ts';
import { clientNetwork } from '../lib/client-network.ts';

/**
 * Rate limiter (throttling) of the collector: a token bucket per IPv4 address or IPv6 /64 network that holds two seconds' worth of
 * requests. Each process counts separately, in memory; the limits of the APIs are shared by all processes (`domain/auth/admit-keys.ts`,
 * `domain/auth/count-request.ts`).
 */
export class RateLimit {
  readonly #ratePerSecond: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, { left: number; atMs: number }>();

  constructor(ratePerSecond: number, now: () => number) {
    this.#ratePerSecond = ratePerSecond;
    this.#now = now;
  }

  allows(address: string): boolean {
    const key = clientNetwork(address);
    const nowMs = this.#now();
    const capacity = this.#ratePerSecond * 2;
    const bucket = this.#buckets.get(key);
    if (!bucket) {
      this.#evict(nowMs);
      this.#buckets.set(key, { left: capacity - 1, atMs: nowMs });
      return true;
    }
    // Ignore a clock that went backwards.
    const elapsedMs = Math.max(0, nowMs - bucket.atMs);
    bucket.left = Math.min(capacity, bucket.left + (elapsedMs / 1000) * this.#ratePerSecond);
    bucket.atMs = nowMs;
    if (bucket.left < 1) return false;
    bucket.left -= 1;
    return true;
  }

  /** Bounds memory: removes full buckets, which are equivalent to missing ones, or all buckets if that is not enough. */
  #evict(nowMs: number) {
    if (this.#buckets.size < 50_000) return;
    for (const [key, { atMs }] of this.#buckets) if (nowMs - atMs > 2000) this.#buckets.delete(key);
    if (this.#buckets.size >= 50_000) this.#buckets.clear();
  }
}

export function tooManyRequests(): Problem {
  return new Problem('too_many_requests', { title: 'Too many requests from this address.', retryAfterSeconds: 1, cause: 'address_rate' });
}
