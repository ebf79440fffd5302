import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import { isRecord } from '../../lib/is-record.ts';
import { required } from '../../lib/required.ts';
import { actingAs, userActor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

export type OauthPayload = Record<string, unknown>;

/** Records of these models are marked as revoked instead of deleted, so that the client is told why its token is rejected. */
const accessTokenModels = ['AccessToken', 'ClientCredentials'];
/** The ids of these models are secrets in tokens, codes or cookies. Only a hash is stored; `withId` restores the id that a client sends. */
const secretModels = [...accessTokenModels, 'RefreshToken', 'AuthorizationCode', 'Session', 'Interaction'];
/** Records of these models are stored only if their consent still exists. */
const consentedModels = ['AccessToken', 'RefreshToken', 'AuthorizationCode'];
const tokenRetentionMs = 30 * dayMs;

export function hashRecordId(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

export async function saveOauthRecord(
  ctx: Context,
  model: string,
  id: string,
  payload: OauthPayload,
  expiresInSeconds: number | undefined,
): Promise<void> {
  const values = {
    uid: typeof payload.uid === 'string' ? payload.uid : null,
    grant_id: typeof payload.grantId === 'string' ? payload.grantId : null,
    payload: JSON.stringify(secretModels.includes(model) ? withoutId(payload, id) : payload),
    expires_at: expiresInSeconds === undefined ? null : new Date(ctx.clock.now().getTime() + expiresInSeconds * 1000),
  };
  await ctx.db.transaction().execute(async (trx) => {
    if (consentedModels.includes(model) && values.grant_id !== null) await lockConsent(trx, values.grant_id);
    await trx
      .insertInto('oauth_records')
      .values({ model, id_hash: hashRecordId(id), ...values })
      .onConflict((conflict) => conflict.columns(['model', 'id_hash']).doUpdateSet(values))
      .execute();
    // A grant is the consent of a user, which is recorded in the audit log of the user's accounts.
    if (model !== 'Grant' || typeof payload.accountId !== 'string') return;
    await recordAudit(actingAs(ctx, userActor(payload.accountId)), trx, {
      for: { userId: payload.accountId },
      action: 'oauth_app.consented',
      subject: { kind: 'oauth_app', id: String(payload.clientId) },
    });
  });
}

/** Locks the consent until its token is stored, so that revoking it finds the token. */
async function lockConsent(trx: Context['db'], grantId: string): Promise<void> {
  const grant = await trx
    .selectFrom('oauth_records')
    .select('id_hash')
    .where('model', '=', 'Grant')
    .where('id_hash', '=', hashRecordId(grantId))
    .forShare()
    .executeTakeFirst();
  if (!grant) throw new Problem('forbidden', 'The consent was withdrawn.');
}

/** Removes the secret ids from a payload. An interaction also contains its id in its return URL, and the id of the session. */
function withoutId(payload: OauthPayload, id: string): OauthPayload {
  const { jti: _, returnTo, session, ...rest } = payload;
  const { cookie: __, ...sessionRest } = isRecord(session) ? session : {};
  return {
    ...rest,
    ...(typeof returnTo === 'string' && { returnTo: returnTo.replace(id, '') }),
    ...(session !== undefined && { session: sessionRest }),
  };
}

function withId(payload: OauthPayload, id: string): OauthPayload {
  const { returnTo } = payload;
  return { ...payload, jti: id, ...(typeof returnTo === 'string' && { returnTo: returnTo + id }) };
}

export async function findOauthRecord(ctx: Context, model: string, id: string): Promise<OauthPayload | undefined> {
  const payload = await findPayload(ctx, model, { id_hash: hashRecordId(id) });
  return payload && (secretModels.includes(model) ? withId(payload, id) : payload);
}

export async function findOauthRecordByUid(ctx: Context, model: string, uid: string): Promise<OauthPayload | undefined> {
  return findPayload(ctx, model, { uid });
}

async function findPayload(ctx: Context, model: string, by: { id_hash: Buffer } | { uid: string }): Promise<OauthPayload | undefined> {
  const row = await ctx.db
    .selectFrom('oauth_records')
    .select(['payload', 'expires_at', 'consumed_at'])
    .where('model', '=', model)
    .where((eb) => ('uid' in by ? eb('uid', '=', by.uid) : eb('id_hash', '=', by.id_hash)))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row || (row.expires_at !== null && row.expires_at <= ctx.clock.now())) return undefined;
  const { payload } = row;
  return row.consumed_at === null ? payload : { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) };
}

/** Returns false if the record was already consumed: codes and refresh tokens can be used once. */
export async function consumeOauthRecord(ctx: Context, model: string, id: string): Promise<boolean> {
  const result = await ctx.db
    .updateTable('oauth_records')
    .set({ consumed_at: ctx.clock.now() })
    .where('model', '=', model)
    .where('id_hash', '=', hashRecordId(id))
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function destroyOauthRecord(ctx: Context, model: string, id: string): Promise<void> {
  if (accessTokenModels.includes(model)) {
    await ctx.db
      .updateTable('oauth_records')
      .set({ revoked_at: ctx.clock.now() })
      .where('model', '=', model)
      .where('id_hash', '=', hashRecordId(id))
      .execute();
  } else {
    await ctx.db.deleteFrom('oauth_records').where('model', '=', model).where('id_hash', '=', hashRecordId(id)).execute();
  }
}

/** Revokes the records of one model that belong to a consent: tokens or codes. */
export async function revokeTokensOfConsent(ctx: Context, model: string, grantId: string): Promise<void> {
  if (accessTokenModels.includes(model)) {
    await ctx.db
      .updateTable('oauth_records')
      .set({ revoked_at: ctx.clock.now() })
      .where('model', '=', model)
      .where('grant_id', '=', grantId)
      .where('revoked_at', 'is', null)
      .execute();
  } else {
    await ctx.db.deleteFrom('oauth_records').where('model', '=', model).where('grant_id', '=', grantId).execute();
  }
}

/** Deletes expired records. Access tokens are retained for another 30 days, so that clients are told why they are rejected. */
export async function deleteExpiredOauthRecords(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const tokensBefore = new Date(now.getTime() - tokenRetentionMs);
  await ctx.db
    .deleteFrom('oauth_records')
    .where('expires_at', '<', now)
    .where((eb) => eb.or([eb('model', 'not in', accessTokenModels), eb('expires_at', '<', tokensBefore)]))
    .execute();
}

export type OauthSecrets = { cookieKey: string; jwks: { keys: object[] } };

/** Loads the secrets of the installation and creates them on first use. All processes share them, to verify each other's cookies. */
export async function loadOauthSecrets(ctx: Context): Promise<OauthSecrets> {
  const find = () => ctx.db.selectFrom('oauth_secrets').selectAll().executeTakeFirst();
  let row = await find();
  if (!row) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwks = { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: randomBytes(8).toString('hex') }] };
    await sql`insert into oauth_secrets (id, cookie_key, jwks) values (1, ${randomBytes(32).toString('base64url')}, ${JSON.stringify(jwks)})
      on conflict do nothing`.execute(ctx.db);
    row = await find();
  }
  const { cookie_key: cookieKey, jwks } = required(row);
  return { cookieKey, jwks };
}
