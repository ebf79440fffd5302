import { firstOf } from '../../lib/first-of.ts';
import { createSecret, hashSecret, secretHint } from '../../lib/secrets.ts';
import { isDay } from '../../lib/zoned-days.ts';
import { withAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { getUserByEmail } from '../users/get-user-by-email.ts';
import { checkCredentialName } from './check-credential-name.ts';
import { checkLimits } from './check-limits.ts';
import { checkScopes } from './scopes.ts';

export const keyPrefix = 'llk_';

export type NewKey = {
  email: string;
  name?: string;
  scopes?: string[];
  expiresAt?: string;
  ratePerSecond?: number;
  burst?: number;
  monthlyQuota?: number;
};

export type ListedKey = {
  id: string;
  name: string;
  hint: string;
  user: string;
  scopes: string[] | null;
  ratePerSecond: number;
  burst: number;
  monthlyQuota: number;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

/** Creates an API key. The secret is shown once; only its hash is stored. */
export async function createKey(ctx: Context, input: NewKey): Promise<{ id: string; key: string }> {
  const name = checkCredentialName(input.name ?? 'API key');
  const limits = checkLimits(input);
  const scopes = input.scopes === undefined ? null : checkScopes(input.scopes);
  const expiresAt = input.expiresAt === undefined ? null : checkExpiry(input.expiresAt, ctx.clock.now());
  const user = await getUserByEmail(ctx, input.email);
  const key = createSecret(keyPrefix);
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  const values = { hash: hashSecret(key), hint: secretHint(key), scopes, ...limits, created_at: ctx.clock.now(), expires_at: expiresAt };
  await withAudit(
    ctx,
    (trx) =>
      trx
        .insertInto('api_keys')
        .values({ id, user_id: user.id, name, ...values })
        .execute(),
    () => ({ for: { userId: user.id }, action: 'key.created', subject: { kind: 'api_key', id }, detail: { name, scopes, ...limits } }),
  );
  return { id, key };
}

export async function listKeys(ctx: Context, email?: string): Promise<ListedKey[]> {
  const user = email === undefined ? null : await getUserByEmail(ctx, email);
  const rows = await ctx.db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .selectAll('api_keys')
    .select('users.email')
    .where((eb) => (user === null ? eb.lit(true) : eb('user_id', '=', user.id)))
    .orderBy('api_keys.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    hint: row.hint,
    user: row.email,
    scopes: row.scopes,
    ratePerSecond: row.rate_per_second,
    burst: row.burst,
    monthlyQuota: row.monthly_quota,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }));
}

export async function renameKey(ctx: Context, keyId: string, newName: string): Promise<void> {
  const name = checkCredentialName(newName);
  const rename = async (trx: Context['db']) => {
    const renamed = await trx
      .updateTable('api_keys')
      .set({ name })
      .where('id', '=', checkRecordId(keyId, 'key'))
      .where('revoked_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (!renamed) throw new Problem('not_found', `There is no active key ${keyId}.`);
    return renamed;
  };
  await withAudit(ctx, rename, ({ user_id }) => ({
    for: { userId: user_id },
    action: 'key.renamed',
    subject: { kind: 'api_key', id: keyId },
    detail: { name },
  }));
}

export async function revokeKey(ctx: Context, keyId: string): Promise<void> {
  const revoke = async (trx: Context['db']) => {
    const revoked = await trx
      .updateTable('api_keys')
      .set({ revoked_at: ctx.clock.now() })
      .where('id', '=', checkRecordId(keyId, 'key'))
      .where('revoked_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (!revoked) throw new Problem('not_found', `There is no active key ${keyId}.`);
    return revoked;
  };
  await withAudit(ctx, revoke, ({ user_id }) => ({
    for: { userId: user_id },
    action: 'key.revoked',
    subject: { kind: 'api_key', id: keyId },
  }));
}

/** A day, in UTC, or a time with its offset from UTC. */
const expiryPattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

function checkExpiry(text: string, now: Date): Date {
  const time = new Date(text);
  if (!expiryPattern.test(text) || !isDay(text.slice(0, 10)) || Number.isNaN(time.getTime())) {
    throw new Problem('invalid_input', {
      title: `"${text}" is not a time with an offset: use a format such as 2027-01-31T12:00:00Z.`,
      parameter: 'expires-at',
    });
  }
  if (time <= now) throw new Problem('invalid_input', { title: 'A key must expire in the future.', parameter: 'expires-at' });
  return time;
}
