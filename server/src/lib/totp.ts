import { createHmac } from 'node:crypto';

const stepSeconds = 30;

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the number of the 30-second period that a time belongs to. */
export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / 1000 / stepSeconds);
}

/** Returns the one-time password of a period (RFC 6238 with SHA-1, which authenticator apps expect). */
export function totpCode(secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Encodes a secret as text that users can type into their authenticator app (RFC 4648, without padding). */
export function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => base32Alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}
