import type { EncodedJson } from '../http/compress-response.ts';

/** Maximum size of all stored responses. */
const maxBytes = 32_000_000;
/** Long enough for all pages that were notified together, and short enough that changes not covered by the version appear soon. */
const maxAgeMs = 10_000;

type Entry = { response: Promise<EncodedJson>; createdMs: number; bytes: number };

/**
 * Single-flight cache of responses for the open pages of an account: pages that are notified of the same change request the same data. The
 * key contains the version of the data as read from the database, so a response is never older than the notification, whichever process
 * sent it.
 */
export class SharedResponses {
  /** In order of age, the oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(limit = maxBytes) {
    this.#maxBytes = limit;
  }

  /** Returns the response with this key, creating it if there is none. Requests during the creation share it too. */
  get(key: string, create: () => Promise<EncodedJson>): Promise<EncodedJson> {
    this.#deleteExpired();
    const existing = this.#entries.get(key);
    if (existing) return existing.response;
    const entry: Entry = { response: create(), createdMs: performance.now(), bytes: 0 };
    this.#entries.set(key, entry);
    entry.response.then(
      ({ payload }) => this.#addSize(key, entry, Buffer.byteLength(payload)),
      () => this.#delete(key, entry),
    );
    return entry.response;
  }

  /** Counts the size of a created response, and evicts the oldest ones if all are too large together. */
  #addSize(key: string, entry: Entry, bytes: number): void {
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
