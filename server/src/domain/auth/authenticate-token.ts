import { sql } from 'kysely';
import { hashSecret, isWellFormedSecret } from '../../lib/secrets.ts';
import type { Context } from '../context.ts';
import { tokenPrefix } from './api-tokens.ts';

export type TokenPrincipal = { tokenId: string; userId: string; isDisabled: boolean };

type Row = { id: string; user_id: string; disabled_at: Date | null; last_used_at: Date | null };

const lastUsedIntervalMs = 60_000;

/**
 * Returns the owner of a token, or null if it is unknown. Disabled tokens are returned too, so that the client is told why they are
 * refused.
 */
export async function authenticateToken(ctx: Context, token: string): Promise<TokenPrincipal | null> {
  if (!isWellFormedSecret(tokenPrefix, token)) return null;
  const { rows } = await sql<Row>`select id, user_id, disabled_at, last_used_at from find_api_token(${hashSecret(token)})`.execute(ctx.db);
  const [row] = rows;
  if (!row) return null;
  const now = ctx.clock.now();
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= lastUsedIntervalMs) {
    await ctx.db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', row.id).execute();
  }
  return { tokenId: row.id, userId: row.user_id, isDisabled: row.disabled_at !== null };
}
