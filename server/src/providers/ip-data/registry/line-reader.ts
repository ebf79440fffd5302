import type { Readable } from 'node:stream';

const lineFeed = 0x0a;

/** Calls `onLine` with the bytes of each line, without copying them. Resolves to whether the last line was complete. */
export async function readLines(input: Readable, onLine: (chunk: Buffer, start: number, end: number) => void): Promise<boolean> {
  let rest: Buffer | null = null;
  for await (const part of input) {
    const chunk: Buffer = rest === null ? part : Buffer.concat([rest, part]);
    let start = 0;
    for (let end = chunk.indexOf(lineFeed, 0); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      onLine(chunk, start, end > start && chunk[end - 1] === 0x0d ? end - 1 : end);
      start = end + 1;
    }
    rest = start === chunk.length ? null : chunk.subarray(start);
  }
  if (rest !== null) onLine(rest, 0, rest.length);
  return rest === null;
}

/** The files of registries are in Latin-1, but contain some text in UTF-8. */
export function decodeText(bytes: Buffer, start: number, end: number): string {
  if (isAscii(bytes, start, end)) return bytes.toString('latin1', start, end);
  const text = bytes.toString('utf8', start, end);
  return text.includes('\ufffd') ? bytes.toString('latin1', start, end) : text;
}

export function isAscii(bytes: Buffer, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (bytes[index]! >= 0x80) return false;
  return true;
}
