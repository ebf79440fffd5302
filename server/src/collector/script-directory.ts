import { findAccountByScript } from '../domain/accounts/find-account-by-script.ts';
import type { Context } from '../domain/context.ts';

const rememberedMs = 30_000;
const rememberedMissingMs = 2_000;

/** Which account a script belongs to. Remembered for a while: the answer hardly ever changes and is asked all the time. */
export class ScriptDirectory {
  readonly #ctx: Context;
  readonly #known = new Map<string, { accountId: string | null; untilMs: number }>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  async accountOf(scriptHash: string): Promise<string | null> {
    const nowMs = this.#ctx.clock.now().getTime();
    const known = this.#known.get(scriptHash);
    if (known && known.untilMs > nowMs) return known.accountId;
    if (this.#known.size > 10_000) this.#known.clear();
    const accountId = await findAccountByScript(this.#ctx, scriptHash);
    this.#known.set(scriptHash, { accountId, untilMs: nowMs + (accountId === null ? rememberedMissingMs : rememberedMs) });
    return accountId;
  }
}
