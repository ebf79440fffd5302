import { createSecret, hashSecret, isWellFormedSecret } from '../../lib/secrets.ts';
import type { Context } from '../context.ts';

const setupPrefix = 'llu_';

/** Creates the secret of a setup link for the first account, optionally replacing existing secrets. */
export async function createSetupToken(ctx: Context, { replacesOthers }: { replacesOthers: boolean }): Promise<string> {
  const secret = createSecret(setupPrefix);
  await ctx.db.transaction().execute(async (trx) => {
    if (replacesOthers) await trx.deleteFrom('set_up_tokens').execute();
    await trx
      .insertInto('set_up_tokens')
      .values({ hash: hashSecret(secret), created_at: ctx.clock.now() })
      .execute();
  });
  return secret;
}

export async function isSetupToken(ctx: Context, secret: string): Promise<boolean> {
  if (!isWellFormedSecret(setupPrefix, secret)) return false;
  const row = await ctx.db.selectFrom('set_up_tokens').select('hash').where('hash', '=', hashSecret(secret)).executeTakeFirst();
  return row !== undefined;
}

export async function deleteSetupTokens(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('set_up_tokens').execute();
}
