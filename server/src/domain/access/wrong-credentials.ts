import { clientNetwork } from '../../lib/client-network.ts';
import type { Context } from '../context.ts';
import { countRequest } from './request-windows.ts';

const windowMs = 60_000;
const mostAddresses = 50_000;

/** How many credentials that are refused an address may send in a minute. */
export const mostWrongCredentials = 300;

type Seen = { beginsMs: number; count: number; isTurnedAway: boolean };

/**
 * Slows down whoever tries credentials: so many of an address are told what is wrong with them within a minute, whichever
 * processes it asks, because they are counted in the database. A process that was told of too many turns the address away for
 * the rest of that minute, before it looks anything up.
 */
export class WrongCredentials {
  readonly #ctx: Context;
  readonly #seen = new Map<string, Seen>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** The seconds for which the address is turned away; 0 when it is not. */
  turnedAwaySeconds(address: string): number {
    const seen = this.#seen.get(clientNetwork(address));
    const nowMs = this.#ctx.clock.now().getTime();
    return seen?.isTurnedAway && seen.beginsMs === windowOf(nowMs) ? secondsLeft(nowMs) : 0;
  }

  /** Counts a credential that is refused. The seconds for which its sender is turned away instead of told why; 0 when it is told. */
  async count(address: string): Promise<number> {
    const network = clientNetwork(address);
    const nowMs = this.#ctx.clock.now().getTime();
    const seen = this.#seenNow(network, windowOf(nowMs));
    // What this process has seen alone is too much already: the others need not be asked.
    const requests = ++seen.count > mostWrongCredentials ? seen.count : await this.#countTogether(network);
    if (requests >= mostWrongCredentials) seen.isTurnedAway = true;
    return requests > mostWrongCredentials ? secondsLeft(nowMs) : 0;
  }

  async #countTogether(network: string): Promise<number> {
    const { requests } = await countRequest(this.#ctx, `wrong-credential:${network}`, mostWrongCredentials);
    return requests;
  }

  #seenNow(network: string, beginsMs: number): Seen {
    const known = this.#seen.get(network);
    if (known?.beginsMs === beginsMs) return known;
    if (this.#seen.size >= mostAddresses) this.#seen.clear();
    const seen: Seen = { beginsMs, count: 0, isTurnedAway: false };
    this.#seen.set(network, seen);
    return seen;
  }
}

function windowOf(nowMs: number): number {
  return Math.floor(nowMs / windowMs) * windowMs;
}

function secondsLeft(nowMs: number): number {
  return Math.max(1, Math.ceil((windowOf(nowMs) + windowMs - nowMs) / 1000));
}
