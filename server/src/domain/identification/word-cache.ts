const slotCount = 1 << 18;
/** Searching a fuller table takes longer. */
const maxWords = slotCount * 0.75;
/** Numbers per slot: two hashes of a word, and its value + 1; 0 if the slot is free. */
const stride = 3;

/**
 * Caches small numbers that are computed from words. Words are recognized by a 64-bit hash: comparing the words themselves, as a Map does,
 * would mostly wait for memory. The probability that any two of 200,000 words have the same hash is about one in a billion.
 */
export class WordCache {
  readonly #slots = new Uint32Array(slotCount * stride);
  readonly #compute: (word: string) => number;
  #count = 0;

  constructor(compute: (word: string) => number) {
    this.#compute = compute;
  }

  get(word: string): number {
    let low = 0x811c9dc5;
    let high = word.length;
    for (let index = 0; index < word.length; index++) {
      const code = word.charCodeAt(index);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high + code, 0x2c1b3c6d) ^ (high >>> 15);
    }
    low >>>= 0;
    high >>>= 0;
    const slots = this.#slots;
    let at = ((low ^ (low >>> 15)) & (slotCount - 1)) * stride;
    for (let stored = slots[at + 2] ?? 0; stored !== 0; stored = slots[at + 2] ?? 0) {
      if (slots[at] === low && slots[at + 1] === high) return stored - 1;
      at = (at + stride) % slots.length;
    }
    const value = this.#compute(word);
    if (this.#count === maxWords) {
      slots.fill(0);
      this.#count = 0;
    }
    slots[at] = low;
    slots[at + 1] = high;
    slots[at + 2] = value + 1;
    this.#count++;
    return value;
  }
}
