import { clientNetwork } from '../../lib/client-network.ts';
import type { Context } from '../context.ts';
import { countRequest } from './count-request.ts';

const windowMs = 60_000;
const maxNetworks = 50_000;

/** Maximum number of refused credentials per network and minute in the versioned API. */
export const maxWrongCredentials = 300;

export type WrongCredentialLimit = { subject: string; limit: number };

const versionedLimit: WrongCredentialLimit = { subject: 'wrong-credential', limit: maxWrongCredentials };

/**
 * Limits wrong credentials by network, across all processes. Valid credentials are never affected, so others in the same network or behind
 * the same proxy cannot block them.
 */
export class WrongCredentials {
  readonly #ctx: Context;
  readonly #limit: WrongCredentialLimit;
  /** Networks that have exhausted their limit, with the start of the minute in which they did. Saves queries. */
  readonly #exhausted = new Map<string, number>();

  constructor(ctx: Context, limit = versionedLimit) {
    this.#ctx = ctx;
    this.#limit = limit;
  }

  /** Counts a refused credential. Returns the seconds until the next attempt is allowed; 0 if the limit is not reached. */
  async count(address: string): Promise<number> {
    const network = clientNetwork(address);
    const nowMs = this.#ctx.clock.now().getTime();
    const beginsMs = Math.floor(nowMs / windowMs) * windowMs;
    const secondsLeft = Math.max(1, Math.ceil((beginsMs + windowMs - nowMs) / 1000));
    if (this.#exhausted.get(network) === beginsMs) return secondsLeft;
    const { subject, limit } = this.#limit;
    const { requests } = await countRequest(this.#ctx, `${subject}:${network}`, limit);
    if (requests >= limit) {
      if (this.#exhausted.size >= maxNetworks) this.#exhausted.clear();
      this.#exhausted.set(network, beginsMs);
    }
    return requests > limit ? secondsLeft : 0;
  }
}
