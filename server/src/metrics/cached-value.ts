type Options<Value> = {
  read(): Promise<Value>;
  /** Called with null if the value could not be read. */
  show(value: Value | null): void;
  /** Minimum time until the value is read again, however often the metrics are scraped. */
  cachedMs: number;
  now(): number;
};

/** Minimum time until a failed read is repeated. */
const retryMs = 10_000;
/** Maximum time to wait for a value, so that one that hangs does not block the scrape. */
const timeoutMs = 3000;

/** A value that is shown by metrics. */
export class CachedValue<Value> {
  readonly #options: Options<Value>;
  #validUntilMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(options: Options<Value>) {
    this.#options = options;
  }

  /** Reads the value unless it is recent. If this takes too long, null is shown until it has been read. */
  async refresh(): Promise<void> {
    const { now, show } = this.#options;
    if (now() < this.#validUntilMs) return;
    this.#reading ??= this.#read();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, 'late');
    });
    if ((await Promise.race([this.#reading, tooLate])) === 'late') show(null);
    clearTimeout(timer);
  }

  async #read(): Promise<void> {
    const { read, show, cachedMs, now } = this.#options;
    const value = await read().catch(() => null);
    show(value);
    this.#validUntilMs = now() + (value === null ? retryMs : cachedMs);
    this.#reading = null;
  }
}
