import { createHash, randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const checksumLength = 6;

/** Creates a secret that scanners recognize: a prefix, forty random characters and a six-character checksum. */
export function createSecret(prefix: string): string {
  let body = '';
  while (body.length < 40) {
    // Bytes from 248 on would make the first letters of the alphabet more frequent.
    for (const byte of randomBytes(64)) if (byte < 248 && body.length < 40) body += alphabet[byte % 62];
  }
  return `${prefix}${body}${checksum(prefix + body)}`;
}

/** Verifies the checksum, so that a mistyped secret is rejected without a database query. */
export function isWellFormedSecret(prefix: string, secret: string): boolean {
  if (!secret.startsWith(prefix) || secret.length !== prefix.length + 40 + checksumLength) return false;
  return checksum(secret.slice(0, -checksumLength)) === secret.slice(-checksumLength);
}

/** Random secrets of this length cannot be guessed, so they need no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The part of a secret that may be shown, so that its owner can recognize it. */
export function secretHint(secret: string): string {
  return `${secret.slice(0, 10)}…${secret.slice(-4)}`;
}

function checksum(text: string): string {
  let value = createHash('sha256').update(text).digest().readUInt32BE();
  let letters = '';
  for (let index = 0; index < checksumLength; index++) {
    letters += alphabet[value % 62];
    value = Math.floor(value / 62);
  }
  return letters;
}
