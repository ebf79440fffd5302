/** The entries of an archive are those of a tar file, so that any tar can list it and take it apart. */
export const blockBytes = 512;

export function tarHeader(name: string, bytes: number, time: Date): Buffer {
  const header = Buffer.alloc(blockBytes);
  if (Buffer.byteLength(name) > 100) throw new RangeError(`The name of an entry is too long: ${name}`);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  header.write(
    `${Math.floor(time.getTime() / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  );
  header.write('ustar\x0000', 257);
  header.write('0', 156);
  header.write('        ', 148);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Null for the block of zeros that ends an archive; undefined for what is no header at all. */
export function readTarHeader(block: Buffer): { name: string; bytes: number } | null | undefined {
  if (block.every((byte) => byte === 0)) return null;
  const claimed = Number.parseInt(block.toString('latin1', 148, 156), 8);
  const blank = Buffer.from(block);
  blank.write('        ', 148);
  const bytes = Number.parseInt(block.toString('latin1', 124, 136), 8);
  if (claimed !== sumOf(blank) || !Number.isSafeInteger(bytes)) return undefined;
  const name = block.toString('utf8', 0, 100);
  return { name: name.slice(0, name.indexOf('\0') === -1 ? 100 : name.indexOf('\0')), bytes };
}

/** How many bytes follow the contents up to the next block. */
export function paddingOf(bytes: number): number {
  return (blockBytes - (bytes % blockBytes)) % blockBytes;
}

function sumOf(header: Buffer): number {
  let sum = 0;
  for (const byte of header) sum += byte;
  return sum;
}
