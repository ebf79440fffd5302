/** One value for each sender, who is an address with a user agent. A key made of both texts would be put together for every event. */
export class SenderMap<Value> {
  readonly #byAgent = new Map<string | null, Map<string | null, Value>>();

  at(ip: string | null, userAgent: string | null, make: () => Value): Value {
    let byAddress = this.#byAgent.get(userAgent);
    if (byAddress === undefined) {
      byAddress = new Map();
      this.#byAgent.set(userAgent, byAddress);
    }
    const known = byAddress.get(ip);
    if (known !== undefined) return known;
    const made = make();
    byAddress.set(ip, made);
    return made;
  }
}
