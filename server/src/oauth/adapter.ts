import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { findActiveOauthApp } from '../domain/auth/oauth-apps.ts';
import {
  consumeOauthRecord,
  destroyOauthRecord,
  findOauthRecord,
  findOauthRecordByUid,
  revokeTokensOfConsent,
  saveOauthRecord,
} from '../domain/auth/oauth-records.ts';
import type { Context } from '../domain/context.ts';
import { notReady } from '../domain/not-ready.ts';
import { Problem } from '../domain/problem.ts';

/** Storage adapter that keeps the records of oidc-provider in Leadlight's database. */
export function oauthAdapter(ctx: Context): (model: string) => Adapter {
  return (model) =>
    reportNotReady({
      upsert: (id, payload, expiresIn) => saveOauthRecord(ctx, model, id, payload, expiresIn).catch(refuseRevokedConsent),
      find: (id) => (model === 'Client' ? findClient(ctx, id) : findOauthRecord(ctx, model, id)),
      findByUid: (uid) => findOauthRecordByUid(ctx, model, uid),
      findByUserCode: async () => undefined,
      async consume(id) {
        if (!(await consumeOauthRecord(ctx, model, id))) throw new errors.InvalidGrant('it has already been used');
      },
      destroy: (id) => destroyOauthRecord(ctx, model, id),
      revokeByGrantId: (grantId) => revokeTokensOfConsent(ctx, model, grantId),
    });
}

/** Refuses to store a code or token if the user has revoked the consent in the meantime. */
function refuseRevokedConsent(error: unknown): never {
  if (error instanceof Problem && error.kind === 'forbidden') throw new errors.InvalidGrant(error.details.title);
  throw error;
}

/** Makes the library respond with 503 while the database is unavailable. By default it would report an internal error. */
function reportNotReady<Methods extends object>(methods: Methods): Methods {
  const wrapped = Object.entries(methods).map(([name, method]) => [
    name,
    (...args: unknown[]) =>
      (method as (...args: unknown[]) => Promise<unknown>)(...args).catch((error: unknown) => {
        const problem = notReady(error);
        if (!problem) throw error;
        const unavailable = new errors.TemporarilyUnavailable(problem.message, { cause: error });
        throw Object.assign(unavailable, { status: 503, statusCode: 503, expose: true });
      }),
  ]);
  return Object.fromEntries(wrapped);
}

/** Ignores disabled apps, so that they get no new tokens. */
async function findClient(ctx: Context, clientId: string): Promise<AdapterPayload | undefined> {
  const app = await findActiveOauthApp(ctx, clientId);
  if (!app) return undefined;
  return {
    client_id: app.clientId,
    client_name: app.name,
    client_secret: app.secretHash,
    // oidc-provider compares redirect URIs exactly.
    redirect_uris: app.redirectUris,
    grant_types: app.grants,
    response_types: app.grants.includes('authorization_code') ? ['code'] : [],
    scope: app.scopes.join(' '),
    token_endpoint_auth_method: 'client_secret_basic',
  };
}
