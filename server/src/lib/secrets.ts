import { createHash, randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const checksumLength = 6;

/** A secret that scanners recognise: a prefix, forty random characters and six that check them. */
export function makeSecret(prefix: string): string {
  let body = '';
  while (body.length < 40) {
    // Bytes from 248 on would favour the first letters of the alphabet.
    for (const byte of randomBytes(64)) if (byte < 248 && body.length < 40) body += alphabet[byte % 62];
  }
  return `${prefix}${body}${checksum(prefix + body)}`;
}

/** Whether the checksum holds: a mistyped secret is refused without a look into the database. */
export function isWellFormedSecret(prefix: string, secret: string): boolean {
  if (!secret.startsWith(prefix) || secret.length !== prefix.length + 40 + checksumLength) return false;
  return checksum(secret.slice(0, -checksumLength)) === secret.slice(-checksumLength);
}

/** Random secrets of this length need no slow hash: nobody can try them all. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** What may be shown of a secret so that its owner knows it again. */
export function secretHint(secret: string): string {
  return `${secret.slice(0, 10)}…${secret.slice(-4)}`;
}

function checksum(text: string): string {
  let value = createHash('sha256').update(text).digest().readUInt32BE();
  let letters = '';
  for (let at = 0; at < checksumLength; at++) {
    letters += alphabet[value % 62];
    value = Math.floor(value / 62);
  }
  return letters;
}
