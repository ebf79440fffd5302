import { randomBytes } from 'node:crypto';
import type { Database } from '../../../db/connect.ts';
import { hashSecret } from '../../../lib/secrets.ts';
import { base32 } from '../../../lib/totp.ts';

const codeCount = 10;
/** 80 random bits cannot be guessed, even with a copy of the database. */
const codeBytes = 10;

/** Replaces the recovery codes of a user. They are shown once; only their hashes are stored. */
export async function replaceRecoveryCodes(trx: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () =>
    base32(randomBytes(codeBytes))
      .toLowerCase()
      .replace(/(.{4})(?=.)/g, '$1-'),
  );
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashOf(code) })))
    .execute();
  return codes;
}

export function isRecoveryCode(code: string): boolean {
  return /^[a-z2-7]{16}$/.test(normalized(code));
}

/** Redeems a recovery code. Returns false if the user has no such code. */
export async function useRecoveryCode(db: Database, userId: string, code: string): Promise<boolean> {
  const used = await db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('hash', '=', hashOf(code)).executeTakeFirst();
  return used.numDeletedRows === 1n;
}

function normalized(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '');
}

function hashOf(code: string): Buffer {
  return hashSecret(normalized(code));
}
