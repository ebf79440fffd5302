import { findAccountByScript } from '../domain/accounts/find-account-by-script.ts';
import type { Context } from '../domain/context.ts';
import { Problem } from '../domain/problem.ts';
import { isTransientError } from '../lib/transient-error.ts';

type Known = { accountId: string | null; untilMs: number };

const rememberedMs = 30_000;
const rememberedMissingMs = 2_000;
const retryPausesMs = [100, 300, 800];

/** Maps script hashes to accounts. Cached, because it is read for every request and rarely changes. */
export class ScriptDirectory {
  readonly #ctx: Context;
  readonly #known = new Map<string, Known>();
  readonly #asked = new Map<string, Promise<string>>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Returns the account, synchronously if it is cached. Refuses an unknown hash. */
  accountOf(scriptHash: unknown): string | Promise<string> {
    if (typeof scriptHash !== 'string' || scriptHash === '') throw new Problem('invalid_input', 'script_hash is missing.');
    const known = this.#known.get(scriptHash);
    if (known && known.untilMs > this.#ctx.clock.now().getTime()) return found(known.accountId);
    if (!/^[0-9a-f]{8,64}$/.test(scriptHash)) return found(null);
    const asked = this.#asked.get(scriptHash) ?? this.#ask(scriptHash).finally(() => this.#asked.delete(scriptHash));
    this.#asked.set(scriptHash, asked);
    return asked;
  }

  async #ask(scriptHash: string): Promise<string> {
    for (const pauseMs of [...retryPausesMs, null]) {
      try {
        const accountId = await findAccountByScript(this.#ctx, scriptHash);
        this.#remember(scriptHash, accountId);
        return found(accountId);
      } catch (error) {
        if (!isTransientError(error)) throw error;
        // While the database is down, use the expired entry: the events have to wait for the database anyway.
        const old = this.#known.get(scriptHash);
        if (old) return found(old.accountId);
        if (pauseMs === null) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    throw new Error('unreachable');
  }

  #remember(scriptHash: string, accountId: string | null) {
    if (this.#known.size > 10_000) this.#known.clear();
    const forMs = accountId === null ? rememberedMissingMs : rememberedMs;
    this.#known.set(scriptHash, { accountId, untilMs: this.#ctx.clock.now().getTime() + forMs });
  }
}

function found(accountId: string | null): string {
  if (accountId !== null) return accountId;
  throw new Problem('not_found', 'No account has this script_hash: copy the snippet again from the tracker settings of your Leadlight.');
}
