const chunkLength = 1 << 18;

/** A growing list of 32-bit numbers. It grows by chunks, because copying a large array to double it would need twice its memory. */
export class NumberList {
  readonly #chunks: Uint32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const at = this.#length++;
    const chunk = at >>> 18;
    if (chunk === this.#chunks.length) this.#chunks.push(new Uint32Array(chunkLength));
    this.#chunks[chunk]![at & (chunkLength - 1)] = value;
  }

  at(index: number): number {
    return this.#chunks[index >>> 18]![index & (chunkLength - 1)]!;
  }

  set(index: number, value: number): void {
    this.#chunks[index >>> 18]![index & (chunkLength - 1)] = value;
  }

  /** One array with all numbers. The list is empty afterwards, so that its memory can be reused. */
  take(): Uint32Array<ArrayBuffer> {
    const all = new Uint32Array(this.#length);
    for (let chunk = 0; this.#chunks.length > 0; chunk++) {
      const numbers = this.#chunks.shift()!;
      all.set(numbers.subarray(0, Math.min(chunkLength, this.#length - chunk * chunkLength)), chunk * chunkLength);
    }
    this.#length = 0;
    return all;
  }
}
