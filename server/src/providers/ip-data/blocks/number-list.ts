/** More numbers than any list has. Only address space is reserved for them, not memory. */
const maxLength = 1 << 26;
const stepLength = 1 << 18;

/**
 * A growing list of 32-bit numbers. It grows in place: copying a large array into a larger one would need the memory of both, and the
 * allocator does not return the memory of many small arrays to the system.
 */
export class NumberList {
  #numbers = empty();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) this.#numbers.buffer.resize((this.#length + stepLength) * 4);
    this.#numbers[this.#length++] = value;
  }

  at(index: number): number {
    return this.#numbers[index]!;
  }

  set(index: number, value: number): void {
    this.#numbers[index] = value;
  }

  /** Returns one array with all numbers. The list is empty afterwards. */
  take(): Uint32Array<ArrayBuffer> {
    const all = new Uint32Array(this.#numbers.buffer.transferToFixedLength(this.#length * 4));
    this.#numbers = empty();
    this.#length = 0;
    return all;
  }
}

/** The length of the array follows that of its buffer. */
function empty(): Uint32Array<ArrayBuffer> {
  return new Uint32Array(new ArrayBuffer(0, { maxByteLength: maxLength * 4 }));
}
