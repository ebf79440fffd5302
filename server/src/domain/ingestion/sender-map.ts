/** Maps senders (address and user agent) to values, without building a combined key for every event. */
export class SenderMap<Value> {
  readonly #make: (ip: string | null, userAgent: string | null) => Value;
  readonly #byAgent = new Map<string | null, Map<string | null, Value>>();

  constructor(make: (ip: string | null, userAgent: string | null) => Value) {
    this.#make = make;
  }

  at(ip: string | null, userAgent: string | null): Value {
    let byAddress = this.#byAgent.get(userAgent);
    if (byAddress === undefined) {
      byAddress = new Map();
      this.#byAgent.set(userAgent, byAddress);
    }
    const existing = byAddress.get(ip);
    if (existing !== undefined) return existing;
    const created = this.#make(ip, userAgent);
    byAddress.set(ip, created);
    return created;
  }
}
