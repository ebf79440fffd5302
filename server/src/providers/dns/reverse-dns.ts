import type { HostName } from '../../domain/identification/facts.ts';
import type { HostNameDirectory } from '../../domain/identification/host-name-directory.ts';
import { formatIpAddress, type IpAddress, parseIpAddress } from '../../lib/ip-address.ts';

/** The functions of node:dns/promises that are used, so that tests can replace them. */
export type DnsResolver = {
  reverse(ip: string): Promise<string[]>;
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
};

type ReverseDnsLimits = {
  concurrency: number;
  /** Maximum number of waiting lookups; further ones are dropped. */
  queueLength: number;
  cachedAddresses: number;
  cachedMs: number;
  timeoutMs: number;
  /** After this many timeouts or other failures in a row, the network counts as down, and lookups pause. */
  consecutiveFailures: number;
  pauseMs: number;
};

export const defaultReverseDnsLimits: ReverseDnsLimits = {
  concurrency: 16,
  queueLength: 1000,
  cachedAddresses: 50_000,
  cachedMs: 24 * 3600 * 1000,
  timeoutMs: 2000,
  consecutiveFailures: 20,
  pauseMs: 300_000,
};

// Errors that mean "the address has no name"; all others mean that there was no answer.
const noNameCodes = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN']);

/**
 * Looks up hostnames (PTR records) with forward confirmation, limited concurrency and a cache of one day. A circuit breaker pauses the
 * lookups while the network is down.
 */
export class ReverseDns implements HostNameDirectory {
  readonly #resolver: DnsResolver;
  readonly #limits: ReverseDnsLimits;
  readonly #nowMs: () => number;
  readonly #cache = new Map<string, { hostName: HostName | null; untilMs: number }>();
  readonly #pending = new Map<string, Promise<HostName | null | undefined>>();
  readonly #queue: (() => void)[] = [];
  #running = 0;
  #failures = 0;
  #pausedUntilMs = 0;

  constructor(resolver: DnsResolver, nowMs: () => number, limits: ReverseDnsLimits = defaultReverseDnsLimits) {
    this.#resolver = resolver;
    this.#nowMs = nowMs;
    this.#limits = limits;
  }

  known(address: IpAddress): HostName | null | undefined {
    const entry = this.#cache.get(formatIpAddress(address));
    return entry !== undefined && entry.untilMs > this.#nowMs() ? entry.hostName : undefined;
  }

  find(address: IpAddress): Promise<HostName | null | undefined> {
    const known = this.known(address);
    if (known !== undefined) return Promise.resolve(known);
    const ip = formatIpAddress(address);
    const pending = this.#pending.get(ip);
    if (pending !== undefined) return pending;
    if (this.#queue.length >= this.#limits.queueLength || this.#nowMs() < this.#pausedUntilMs) return Promise.resolve(undefined);
    const lookup = this.#lookUpWithinLimits(ip).finally(() => this.#pending.delete(ip));
    this.#pending.set(ip, lookup);
    return lookup;
  }

  async #lookUpWithinLimits(ip: string): Promise<HostName | null | undefined> {
    await this.#acquireSlot();
    try {
      const hostName = await withTimeout(this.#lookUp(ip), this.#limits.timeoutMs);
      if (hostName === undefined) this.#countFailure();
      else this.#store(ip, hostName);
      return hostName;
    } finally {
      this.#running--;
      this.#queue.shift()?.();
    }
  }

  #acquireSlot(): Promise<void> | void {
    if (this.#running < this.#limits.concurrency) {
      this.#running++;
      return;
    }
    return new Promise((resolve) => {
      this.#queue.push(() => {
        this.#running++;
        resolve();
      });
    });
  }

  async #lookUp(ip: string): Promise<HostName | null | undefined> {
    try {
      const [name] = await this.#resolver.reverse(ip);
      if (name === undefined) return null;
      return { name: name.toLowerCase().replace(/\.$/, ''), isForwardConfirmed: await this.#pointsTo(name, ip) };
    } catch (error) {
      return meansNoName(error) ? null : undefined;
    }
  }

  async #pointsTo(name: string, ip: string): Promise<boolean> {
    try {
      const addresses = await (ip.includes(':') ? this.#resolver.resolve6(name) : this.#resolver.resolve4(name));
      return addresses.some((text) => {
        const address = parseIpAddress(text);
        return address !== null && formatIpAddress(address) === ip;
      });
    } catch (error) {
      // After a temporary failure, the address is looked up again.
      if (meansNoName(error)) return false;
      throw error;
    }
  }

  #countFailure(): void {
    this.#failures++;
    if (this.#failures < this.#limits.consecutiveFailures) return;
    this.#failures = 0;
    this.#pausedUntilMs = this.#nowMs() + this.#limits.pauseMs;
  }

  #store(ip: string, hostName: HostName | null): void {
    this.#failures = 0;
    if (this.#cache.size >= this.#limits.cachedAddresses) {
      const oldest = this.#cache.keys().next();
      if (!oldest.done) this.#cache.delete(oldest.value);
    }
    this.#cache.set(ip, { hostName, untilMs: this.#nowMs() + this.#limits.cachedMs });
  }
}

function meansNoName(error: unknown): boolean {
  return error instanceof Error && 'code' in error && noNameCodes.has(String(error.code));
}

function withTimeout<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), timeoutMs);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
