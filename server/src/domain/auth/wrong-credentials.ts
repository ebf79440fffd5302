import { clientNetwork } from '../../lib/client-network.ts';
import type { Context } from '../context.ts';
import { countRequest } from './request-windows.ts';

const windowMs = 60_000;
const mostNetworks = 50_000;

/** How many credentials that are refused a network may send to the versioned interface in a minute. */
export const mostWrongCredentials = 300;

export type WrongCredentialLimit = { subject: string; most: number };

const versionedLimit: WrongCredentialLimit = { subject: 'wrong-credential', most: mostWrongCredentials };

/**
 * Limits wrong credentials by the network they come from, across all processes. Valid ones are never limited by it: others in the
 * same network, or behind the same proxy, must not be able to stop them.
 */
export class WrongCredentials {
  readonly #ctx: Context;
  readonly #limit: WrongCredentialLimit;
  /** Networks that have used up a minute, by its start: the database need not be asked again. */
  readonly #exhausted = new Map<string, number>();

  constructor(ctx: Context, limit = versionedLimit) {
    this.#ctx = ctx;
    this.#limit = limit;
  }

  /** Counts a credential that is refused. The seconds until its sender may try again; 0 when the limit is not reached. */
  async count(address: string): Promise<number> {
    const network = clientNetwork(address);
    const nowMs = this.#ctx.clock.now().getTime();
    const beginsMs = Math.floor(nowMs / windowMs) * windowMs;
    const secondsLeft = Math.max(1, Math.ceil((beginsMs + windowMs - nowMs) / 1000));
    if (this.#exhausted.get(network) === beginsMs) return secondsLeft;
    const { subject, most } = this.#limit;
    const { requests } = await countRequest(this.#ctx, `${subject}:${network}`, most);
    if (requests >= most) {
      if (this.#exhausted.size >= mostNetworks) this.#exhausted.clear();
      this.#exhausted.set(network, beginsMs);
    }
    return requests > most ? secondsLeft : 0;
  }
}
