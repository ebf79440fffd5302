import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';

/** Returns the account's secret for address keys, creating it on first use. */
export async function getOrCreateAddressSecret(ctx: Context, accountId: string): Promise<Buffer> {
  const read = () => ctx.db.selectFrom('address_secrets').select('secret').where('account_id', '=', accountId).executeTakeFirst();
  const existing = await read();
  if (existing) return existing.secret;
  await ctx.db
    .insertInto('address_secrets')
    .values({ account_id: accountId, secret: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const created = await read();
  if (!created) throw new Error(`The account ${accountId} has no secret for addresses.`);
  return created.secret;
}
