import type { EncodedJson } from '../http/compress-response.ts';

/** Maximum size of all stored responses. */
const maxBytes = 32_000_000;
/** Long enough for all pages that were notified together, and short enough to forget changes that are not part of the version. */
const maxAgeMs = 10_000;

type Entry = { response: Promise<EncodedJson>; createdMs: number; bytes: number };

/**
 * Responses that open pages of an account have in common (single-flight cache): pages that are notified of the same change request the same
 * data. The key contains the version of the data as read from the database, so a response is never older than the notification, regardless of
 * the process that sent it.
 */
export class SharedResponses {
  /** The oldest come first. */
  readonly #entries = new Map<string, Entry>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(limit = maxBytes) {
    this.#maxBytes = limit;
  }

  /** Returns the response with this key, which is created if there is none. Responses that are being created are shared, too. */
  get(key: string, create: () => Promise<EncodedJson>): Promise<EncodedJson> {
    this.#deleteExpired();
    const existing = this.#entries.get(key);
    if (existing) return existing.response;
    const entry: Entry = { response: create(), createdMs: performance.now(), bytes: 0 };
    this.#entries.set(key, entry);
    entry.response.then(
      ({ payload }) => this.#limit(key, entry, Buffer.byteLength(payload)),
      () => this.#delete(key, entry),
    );
    return entry.response;
  }

  #limit(key: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(key) !== entry) return;
    entry.bytes = bytes;
    this.#bytes += bytes;
    for (const [oldest, other] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      if (other.bytes > 0) this.#delete(oldest, other);
    }
  }

  #deleteExpired(): void {
    for (const [key, entry] of this.#entries) {
      if (performance.now() - entry.createdMs <= maxAgeMs) break;
      this.#delete(key, entry);
    }
  }

  #delete(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
