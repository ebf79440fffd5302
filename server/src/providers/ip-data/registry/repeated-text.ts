const slotCount = 1 << 13;
/** Longer texts rarely repeat. */
const maxLength = 40;

/**
 * Decodes texts that repeat, such as countries and maintainers. Returns the string of an earlier occurrence if it is cached, which
 * takes less time than creating a new one. Each slot holds the last text with its hash, which bounds the memory.
 */
export class RepeatedText {
  readonly #texts: string[] = Array.from({ length: slotCount }, () => '');

  /** Returns null for a long string, and for a string that is not ASCII, whose bytes are not its characters. */
  at(bytes: Buffer, from: number, to: number): string | null {
    const length = to - from;
    if (length > maxLength) return null;
    let hash = length;
    let all = 0;
    for (let index = from; index < to; index++) {
      const byte = bytes[index]!;
      hash = Math.imul(hash ^ byte, 0x01000193);
      all |= byte;
    }
    if (all >= 0x80) return null;
    const slot = (hash ^ (hash >>> 15)) & (slotCount - 1);
    const cached = this.#texts[slot]!;
    if (cached.length === length && isText(cached, bytes, from)) return cached;
    const text = bytes.toString('latin1', from, to);
    this.#texts[slot] = text;
    return text;
  }
}

function isText(text: string, bytes: Buffer, from: number): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) !== bytes[from + index]) return false;
  return true;
}
