import { setTimeout as pause } from 'node:timers/promises';
import { findAccountByScript } from '../domain/accounts/find-account-by-script.ts';
import type { Context } from '../domain/context.ts';
import { Problem } from '../domain/problem.ts';
import { isTransientError } from '../lib/transient-error.ts';

type CachedAccount = { accountId: string | null; untilMs: number };

const foundCacheMs = 30_000;
const missingCacheMs = 2_000;
const retryPausesMs = [100, 300, 800];

/** Maps script hashes to accounts. The mapping is cached, because every request needs it and it rarely changes. */
export class ScriptDirectory {
  readonly #ctx: Context;
  readonly #cache = new Map<string, CachedAccount>();
  readonly #pending = new Map<string, Promise<string>>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Returns the id of the account, synchronously if it is cached. Rejects unknown hashes. */
  accountOf(scriptHash: unknown): string | Promise<string> {
    if (typeof scriptHash !== 'string' || scriptHash === '') throw new Problem('invalid_input', 'script_hash is missing.');
    const cached = this.#cache.get(scriptHash);
    if (cached && cached.untilMs > this.#ctx.clock.now().getTime()) return accountOrRefuse(cached.accountId);
    if (!/^[0-9a-f]{8,64}$/.test(scriptHash)) return accountOrRefuse(null);
    const pending = this.#pending.get(scriptHash) ?? this.#load(scriptHash).finally(() => this.#pending.delete(scriptHash));
    this.#pending.set(scriptHash, pending);
    return pending;
  }

  async #load(scriptHash: string): Promise<string> {
    for (const pauseMs of [...retryPausesMs, null]) {
      try {
        const accountId = await findAccountByScript(this.#ctx, scriptHash);
        this.#store(scriptHash, accountId);
        return accountOrRefuse(accountId);
      } catch (error) {
        if (!isTransientError(error)) throw error;
        // While the database is down, use the expired entry: the events have to wait for the database anyway.
        const old = this.#cache.get(scriptHash);
        if (old) return accountOrRefuse(old.accountId);
        if (pauseMs === null) throw error;
        await pause(pauseMs);
      }
    }
    throw new Error('unreachable');
  }

  #store(scriptHash: string, accountId: string | null) {
    if (this.#cache.size > 10_000) this.#cache.clear();
    const cacheMs = accountId === null ? missingCacheMs : foundCacheMs;
    this.#cache.set(scriptHash, { accountId, untilMs: this.#ctx.clock.now().getTime() + cacheMs });
  }
}

function accountOrRefuse(accountId: string | null): string {
  if (accountId !== null) return accountId;
  throw new Problem('not_found', 'No account has this script_hash: copy the snippet again from the tracker settings of your Leadlight.');
}
