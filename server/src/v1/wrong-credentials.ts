const windowMs = 60_000;
const mostInWindow = 300;
const mostAddresses = 50_000;

/**
 * Slows down whoever tries credentials: an address that sent hundreds of unknown ones within a minute is turned away before they
 * are looked up. Each process counts for itself.
 */
export class WrongCredentials {
  readonly #counts = new Map<string, { beganMs: number; count: number }>();

  /** The seconds for which the address is turned away; 0 when it is not. */
  turnedAwaySeconds(address: string, nowMs: number): number {
    const seen = this.#counts.get(address);
    if (!seen || seen.count < mostInWindow) return 0;
    return Math.max(0, Math.ceil((seen.beganMs + windowMs - nowMs) / 1000));
  }

  count(address: string, nowMs: number): void {
    const seen = this.#counts.get(address);
    if (seen && nowMs - seen.beganMs < windowMs) {
      seen.count++;
      return;
    }
    if (this.#counts.size >= mostAddresses) this.#counts.clear();
    this.#counts.set(address, { beganMs: nowMs, count: 1 });
  }
}
