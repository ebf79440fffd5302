import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { SecretBox } from '../domain/secret-box.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { createDurably } from '../lib/write-durably.ts';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
/** Also the minimum length of `SECRET_KEY`. */
const minKeyLength = 32;

/** Encrypts with `SECRET_KEY`, or with a key in the data folder that is created on first use. */
export function secretBox(config: Pick<Config, 'secretKey' | 'dataDir'>): SecretBox {
  let key: Buffer | null = null;
  const getKey = () => {
    key ??= Buffer.from(hkdfSync('sha256', config.secretKey ?? readKeyFile(config.dataDir), '', 'leadlight secret box', 32));
    return key;
  };
  return {
    seal(plain, purpose) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, getKey(), nonce).setAAD(Buffer.from(purpose));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, purpose) {
      if (sealed.length < nonceLength + tagLength) return null;
      const decipher = createDecipheriv(algorithm, getKey(), sealed.subarray(0, nonceLength))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(sealed.subarray(-tagLength));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

function readKeyFile(dataDir: string): string {
  const path = join(dataDir, 'secret-key.txt');
  mkdirSync(dataDir, { recursive: true });
  createDurably(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  const key = readFileSync(path, 'utf8').trim();
  if (key.length < minKeyLength)
    throw new OperatorError(
      `The key in ${path} has fewer than ${minKeyLength} characters: restore the file from a backup, or delete it and reset the two-factor authentication of all users.`,
    );
  return key;
}
