import { releaseMemory } from '../../../lib/release-memory.ts';

const chunkBytes = 1 << 22;
/** The length of a record is stored in two bytes. */
const maxRecordBytes = 0xfffe;
/** Stored instead of the length of a record that was replaced. */
const replaced = 0xffff;

/** Records begin at multiples of this, so that the lowest bits of a position are free for other uses. */
const alignment = 4;

/**
 * Stores each distinct record once and returns its position, counted from 1; 0 means "no record". Records do not cross chunks.
 * Stored records are found with an open-addressing hash table, because a Map of strings needs many times the memory.
 */
export class RecordStore {
  readonly #chunks: Buffer[] = [];
  // Starts after 0, so that no position is 0, even with its lowest bits cleared.
  #length = alignment;
  #count = 0;
  /** Two numbers per slot: the position of a record, 0 if the slot is free, and its hash, so that growing does not read the records. */
  #slots = new Uint32Array(1 << 17);

  get count(): number {
    return this.#count;
  }

  add(record: Uint8Array, length = record.length): number {
    if (length > maxRecordBytes) throw new RangeError('A record is longer than 65,534 bytes.');
    if (this.#count * 8 >= this.#slots.length * 3) this.#grow();
    const hash = hashOf(record, length);
    const slots = this.#slots;
    let slot = firstSlot(slots, hash);
    while (slots[slot] !== 0) {
      const position = slots[slot]!;
      if (slots[slot + 1] === hash && this.#equals(position, record, length)) return position;
      slot = nextSlot(slots, slot);
    }
    const position = this.#append(record, length);
    slots[slot] = position;
    slots[slot + 1] = hash;
    this.#count++;
    return position;
  }

  get(position: number): Buffer {
    const chunk = this.#chunks[Math.floor((position - 1) / chunkBytes)]!;
    const at = (position - 1) % chunkBytes;
    return chunk.subarray(at + 2, at + 2 + chunk.readUInt16LE(at));
  }

  byteAt(position: number, offset: number): number {
    const chunk = this.#chunks[Math.floor((position - 1) / chunkBytes)]!;
    return chunk[((position - 1) % chunkBytes) + 2 + offset]!;
  }

  /** Replaces a record of at least three bytes by a number, such as its position in another store. No record can be added afterwards. */
  replace(position: number, value: number): void {
    const chunk = this.#chunks[Math.floor((position - 1) / chunkBytes)]!;
    const at = (position - 1) % chunkBytes;
    chunk.writeUInt16LE(replaced, at);
    chunk.writeUInt32LE(value, at + 2);
  }

  /** Returns the number that replaced a record; 0 if none did. */
  replacementOf(position: number): number {
    const chunk = this.#chunks[Math.floor((position - 1) / chunkBytes)]!;
    const at = (position - 1) % chunkBytes;
    return chunk.readUInt16LE(at) === replaced ? chunk.readUInt32LE(at + 2) : 0;
  }

  /** Frees the memory that is only needed to add records. No record can be added afterwards. */
  finish(): void {
    releaseMemory(this.#slots);
    this.#slots = new Uint32Array(0);
  }

  /** Frees the memory. The store cannot be used afterwards. */
  clear(): void {
    releaseMemory(this.#slots, ...this.#chunks);
    this.#chunks.length = 0;
  }

  /** Returns the bytes of all records, at the positions returned by `add`. The store cannot be used afterwards. */
  take(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.#length);
    this.finish();
    for (let index = 0; this.#chunks.length > 0; index += chunkBytes) {
      const chunk = this.#chunks.shift()!;
      all.set(chunk.subarray(0, Math.min(chunkBytes, this.#length - index)), index);
      releaseMemory(chunk);
    }
    return all;
  }

  #append(record: Uint8Array, length: number): number {
    const room = chunkBytes - (this.#length % chunkBytes);
    if (room < length + 2) this.#length += room;
    const at = this.#length % chunkBytes;
    while (Math.floor(this.#length / chunkBytes) >= this.#chunks.length) this.#chunks.push(Buffer.alloc(chunkBytes));
    const chunk = this.#chunks.at(-1)!;
    chunk.writeUInt16LE(length, at);
    chunk.set(length === record.length ? record : record.subarray(0, length), at + 2);
    const position = this.#length + 1;
    this.#length += Math.ceil((length + 2) / alignment) * alignment;
    if (this.#length > 0xfffffffe) throw new RangeError('The records take more than 4 GB.');
    return position;
  }

  #equals(position: number, record: Uint8Array, length: number): boolean {
    const chunk = this.#chunks[Math.floor((position - 1) / chunkBytes)]!;
    const at = (position - 1) % chunkBytes;
    if ((chunk[at]! | (chunk[at + 1]! << 8)) !== length) return false;
    for (let index = 0; index < length; index++) if (chunk[at + 2 + index] !== record[index]) return false;
    return true;
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    for (let from = 0; from < old.length; from += 2) {
      if (old[from] === 0) continue;
      let slot = firstSlot(slots, old[from + 1]!);
      while (slots[slot] !== 0) slot = nextSlot(slots, slot);
      slots[slot] = old[from]!;
      slots[slot + 1] = old[from + 1]!;
    }
    this.#slots = slots;
    releaseMemory(old);
  }
}

function firstSlot(slots: Uint32Array, hash: number): number {
  return (hash << 1) & (slots.length - 1);
}

function nextSlot(slots: Uint32Array, slot: number): number {
  return (slot + 2) & (slots.length - 1);
}

/** FNV-1a with a final mix, because the table uses the low bits. */
function hashOf(record: Uint8Array, length: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < length; index++) hash = Math.imul(hash ^ record[index]!, 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}
