import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import type { SecretBox } from '../../secret-box.ts';

export function sealTwoFactorSecret(ctx: Context, userId: string, secret: Buffer): Buffer {
  return boxOf(ctx).seal(secret, purposeOf(userId));
}

export function openTwoFactorSecret(ctx: Context, userId: string, sealed: Buffer): Buffer {
  const secret = boxOf(ctx).open(sealed, purposeOf(userId));
  if (secret) return secret;
  ctx.log.error(
    { userId },
    'A two-factor secret cannot be decrypted: SECRET_KEY or DATA_DIR/secret-key.txt is not the one it was encrypted with',
  );
  throw new Problem(
    'conflict',
    'The server cannot read your two-factor secret because its key has changed. Use a recovery code, or ask the operator to run "leadlight user reset-two-factor".',
  );
}

function boxOf({ secrets }: Context): SecretBox {
  if (!secrets) throw new Error('This process has no key for secrets.');
  return secrets;
}

function purposeOf(userId: string): string {
  return `two-factor:${userId}`;
}
