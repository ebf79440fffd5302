import { firstOf } from '../../lib/first-of.ts';
import { createSecret, hashSecret, secretHint } from '../../lib/secrets.ts';
import { withAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { getUserByEmail } from '../users/get-user-by-email.ts';
import { checkCredentialName } from './check-credential-name.ts';

export const tokenPrefix = 'llt_';

type ListedToken = {
  id: string;
  name: string;
  hint: string;
  user: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  disabled: boolean;
};

/** Creates a token for the earlier API, with access to all accounts of the user. The secret is shown once. */
export async function createToken(ctx: Context, input: { email: string; name?: string }): Promise<{ id: string; token: string }> {
  const name = checkCredentialName(input.name ?? 'API token');
  const user = await getUserByEmail(ctx, input.email);
  const token = createSecret(tokenPrefix);
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  await withAudit(
    ctx,
    (trx) =>
      trx
        .insertInto('api_tokens')
        .values({ id, user_id: user.id, name, hash: hashSecret(token), hint: secretHint(token), created_at: ctx.clock.now() })
        .execute(),
    () => ({ for: { userId: user.id }, action: 'token.created', subject: { kind: 'api_token', id }, detail: { name } }),
  );
  return { id, token };
}

export async function listTokens(ctx: Context, email?: string): Promise<ListedToken[]> {
  const user = email === undefined ? null : await getUserByEmail(ctx, email);
  const rows = await ctx.db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select(['api_tokens.id', 'api_tokens.name', 'hint', 'users.email', 'api_tokens.created_at', 'last_used_at', 'disabled_at'])
    .where((eb) => (user === null ? eb.lit(true) : eb('user_id', '=', user.id)))
    .orderBy('api_tokens.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    hint: row.hint,
    user: row.email,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    disabled: row.disabled_at !== null,
  }));
}

/** A disabled token is rejected with 403, a revoked one with 401 like an unknown token. */
export async function disableToken(ctx: Context, tokenId: string): Promise<void> {
  await changeToken(ctx, tokenId, 'token.disabled', (trx, id) =>
    trx.updateTable('api_tokens').set({ disabled_at: ctx.clock.now() }).where('id', '=', id).returning('user_id').executeTakeFirst(),
  );
}

export async function renameToken(ctx: Context, tokenId: string, newName: string): Promise<void> {
  const name = checkCredentialName(newName);
  await changeToken(ctx, tokenId, 'token.renamed', (trx, id) =>
    trx.updateTable('api_tokens').set({ name }).where('id', '=', id).returning('user_id').executeTakeFirst(),
  );
}

export async function revokeToken(ctx: Context, tokenId: string): Promise<void> {
  await changeToken(ctx, tokenId, 'token.revoked', (trx, id) =>
    trx.deleteFrom('api_tokens').where('id', '=', id).returning('user_id').executeTakeFirst(),
  );
}

type TokenChange = (trx: Context['db'], id: string) => Promise<{ user_id: string } | undefined>;

async function changeToken(ctx: Context, tokenId: string, action: string, change: TokenChange): Promise<void> {
  const work = async (trx: Context['db']) => {
    const changed = await change(trx, checkRecordId(tokenId, 'token'));
    if (!changed) throw new Problem('not_found', `There is no token ${tokenId}.`);
    return changed;
  };
  await withAudit(ctx, work, ({ user_id }) => ({ for: { userId: user_id }, action, subject: { kind: 'api_token', id: tokenId } }));
}
