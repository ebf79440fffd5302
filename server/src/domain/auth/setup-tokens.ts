import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import { createSecret, hashSecret, isWellFormedSecret } from '../../lib/secrets.ts';
import type { Context } from '../context.ts';

const setupPrefix = 'llu_';

/**
 * Creates the secret of a setup link for the first account, optionally replacing existing secrets. A setup in progress continues with the
 * new secret.
 */
export async function createSetupToken(ctx: Context, { replacesOthers }: { replacesOthers: boolean }): Promise<string> {
  const secret = createSecret(setupPrefix);
  await ctx.db.transaction().execute(async (trx) => {
    const first_account_id = await findReservedId(trx);
    if (replacesOthers) await trx.deleteFrom('set_up_tokens').execute();
    await trx
      .insertInto('set_up_tokens')
      .values({ hash: hashSecret(secret), created_at: ctx.clock.now(), first_account_id })
      .execute();
  });
  return secret;
}

export async function isSetupToken(ctx: Context, secret: string): Promise<boolean> {
  if (!isWellFormedSecret(setupPrefix, secret)) return false;
  const row = await ctx.db.selectFrom('set_up_tokens').select('hash').where('hash', '=', hashSecret(secret)).executeTakeFirst();
  return row !== undefined;
}

/** Returns the id for the first account: the same for every attempt, so that an attempt after a crash finds what an earlier one created. */
export async function reserveAccountId(ctx: Context): Promise<string> {
  const reserved = await findReservedId(ctx.db);
  if (reserved !== null) return reserved;
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  await ctx.db.updateTable('set_up_tokens').set({ first_account_id: id }).execute();
  return id;
}

async function findReservedId(db: Database): Promise<string | null> {
  const token = await db
    .selectFrom('set_up_tokens')
    .select('first_account_id')
    .where('first_account_id', 'is not', null)
    .executeTakeFirst();
  return token?.first_account_id ?? null;
}

export async function deleteSetupTokens(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('set_up_tokens').execute();
}
