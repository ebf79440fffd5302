import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { isOneOf } from '../../lib/is-one-of.ts';
import { createSecret, hashSecret } from '../../lib/secrets.ts';
import { getAccount } from '../accounts/get-account.ts';
import { changesBetween } from '../audit/changes-between.ts';
import { withAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { checkCredentialName } from './check-credential-name.ts';
import { checkLimits } from './check-limits.ts';
import { scopes as allScopes, checkScopes } from './scopes.ts';

export const oauthGrantTypes = ['authorization_code', 'refresh_token', 'client_credentials'] as const;

export type NewOauthApp = {
  accountId: string;
  name: string;
  redirectUris: string[];
  scopes?: string[];
  grants?: string[];
  ratePerSecond?: number;
  burst?: number;
  monthlyQuota?: number;
};

type OauthApp = {
  clientId: string;
  accountId: string;
  name: string;
  redirectUris: string[];
  scopes: string[];
  grants: string[];
  createdAt: Date;
  disabled: boolean;
};

/** Registers an app. The secret is shown once; only its hash is stored. */
export async function createOauthApp(ctx: Context, app: NewOauthApp): Promise<{ clientId: string; clientSecret: string }> {
  const grants = checkGrantTypes(app.grants ?? ['authorization_code', 'refresh_token']);
  const redirectUris = checkRedirects(app.redirectUris, grants.includes('authorization_code'));
  const scopes = checkScopes(app.scopes ?? allScopes);
  const name = checkCredentialName(app.name);
  const limits = checkLimits(app);
  const account = await getAccount(ctx, app.accountId);
  const clientId = `lla_${randomBytes(12).toString('hex')}`;
  const clientSecret = createSecret('lls_');
  const values = {
    client_id: clientId,
    account_id: account.id,
    name,
    secret_hash: hashSecret(clientSecret).toString('hex'),
    redirect_uris: redirectUris,
    scopes,
    grants,
    ...limits,
    created_at: ctx.clock.now(),
  };
  await withAudit(
    ctx,
    (trx) => trx.insertInto('oauth_apps').values(values).execute(),
    () => ({
      for: { accountId: account.id },
      action: 'oauth_app.created',
      subject: { kind: 'oauth_app', id: clientId },
      detail: { name, scopes, grants, redirect_uris: redirectUris },
    }),
  );
  return { clientId, clientSecret };
}

export async function listOauthApps(ctx: Context, accountId?: string): Promise<OauthApp[]> {
  const rows = await ctx.db
    .selectFrom('oauth_apps')
    .selectAll()
    .where((eb) => (accountId === undefined ? eb.lit(true) : eb('account_id', '=', accountId)))
    .orderBy('created_at')
    .execute();
  return rows.map(appOf);
}

function appOf(row: Selectable<DB['oauth_apps']>): OauthApp {
  return {
    clientId: row.client_id,
    accountId: row.account_id,
    name: row.name,
    redirectUris: row.redirect_uris,
    scopes: row.scopes,
    grants: row.grants,
    createdAt: row.created_at,
    disabled: row.disabled_at !== null,
  };
}

/** Finds an enabled app, with the hash of its secret. */
export async function findActiveOauthApp(ctx: Context, clientId: string): Promise<(OauthApp & { secretHash: string }) | null> {
  const row = await ctx.db
    .selectFrom('oauth_apps')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row ? { ...appOf(row), secretHash: row.secret_hash } : null;
}

type OauthAppChange = { name?: string; redirectUris?: string[] };

/** Changes an app. A removed redirect URI is rejected at the next sign-in; issued tokens stay valid. */
export async function updateOauthApp(ctx: Context, clientId: string, change: OauthAppChange): Promise<void> {
  await changeApp(ctx, clientId, 'oauth_app.changed', async (trx) => {
    const before = await trx
      .selectFrom('oauth_apps')
      .select(['account_id', 'name', 'redirect_uris', 'grants'])
      .where('client_id', '=', clientId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return undefined;
    const name = change.name === undefined ? before.name : checkCredentialName(change.name);
    const redirect_uris =
      change.redirectUris === undefined
        ? before.redirect_uris
        : checkRedirects(change.redirectUris, before.grants.includes('authorization_code'));
    await trx.updateTable('oauth_apps').set({ name, redirect_uris }).where('client_id', '=', clientId).execute();
    const detail = changesBetween({ name: before.name, redirect_uris: before.redirect_uris }, { name, redirect_uris });
    return { account_id: before.account_id, detail };
  });
}

/** Creates a new secret, shown once. The old one is rejected at the next request; issued tokens stay valid. */
export async function rotateOauthSecret(ctx: Context, clientId: string): Promise<{ clientId: string; clientSecret: string }> {
  const clientSecret = createSecret('lls_');
  const secret_hash = hashSecret(clientSecret).toString('hex');
  await changeApp(ctx, clientId, 'oauth_app.secret_rotated', (trx) =>
    trx.updateTable('oauth_apps').set({ secret_hash }).where('client_id', '=', clientId).returning('account_id').executeTakeFirst(),
  );
  return { clientId, clientSecret };
}

/** Disables an app. Its tokens are rejected from the next request on, and the error names the reason. */
export async function disableOauthApp(ctx: Context, clientId: string): Promise<void> {
  await changeApp(ctx, clientId, 'oauth_app.disabled', (trx) =>
    trx
      .updateTable('oauth_apps')
      .set({ disabled_at: ctx.clock.now() })
      .where('client_id', '=', clientId)
      .returning('account_id')
      .executeTakeFirst(),
  );
}

/** Enables a disabled app. Its existing tokens are accepted again. */
export async function enableOauthApp(ctx: Context, clientId: string): Promise<void> {
  await changeApp(ctx, clientId, 'oauth_app.enabled', (trx) =>
    trx.updateTable('oauth_apps').set({ disabled_at: null }).where('client_id', '=', clientId).returning('account_id').executeTakeFirst(),
  );
}

export async function deleteOauthApp(ctx: Context, clientId: string): Promise<void> {
  await changeApp(ctx, clientId, 'oauth_app.deleted', (trx) =>
    trx.deleteFrom('oauth_apps').where('client_id', '=', clientId).returning('account_id').executeTakeFirst(),
  );
}

type AppChange = (trx: Context['db']) => Promise<{ account_id: string; detail?: Record<string, unknown> } | undefined>;

async function changeApp(ctx: Context, clientId: string, action: string, change: AppChange): Promise<void> {
  const work = async (trx: Context['db']) => {
    const changed = await change(trx);
    if (!changed) throw unknownApp(clientId);
    return changed;
  };
  await withAudit(ctx, work, ({ account_id, detail }) => ({
    for: { accountId: account_id },
    action,
    subject: { kind: 'oauth_app', id: clientId },
    ...(detail && { detail }),
  }));
}

function unknownApp(clientId: string): Problem {
  return new Problem('not_found', `There is no OAuth application ${clientId}.`);
}

function checkGrantTypes(grants: string[]): string[] {
  const unknown = grants.find((grant) => !isOneOf(oauthGrantTypes, grant));
  if (unknown !== undefined || grants.length === 0) {
    const title = `There is no grant "${unknown ?? ''}": choose from ${oauthGrantTypes.join(', ')}.`;
    throw new Problem('invalid_input', { title, parameter: 'grants' });
  }
  return [...new Set(grants)];
}

function checkRedirects(redirectUris: string[], isRequired: boolean): string[] {
  const invalid = redirectUris.find((uri) => !URL.canParse(uri) || !/^https?:$/.test(new URL(uri).protocol) || uri.includes('#'));
  if (invalid !== undefined) {
    const title = `"${invalid}" is not a valid redirect URI: use an http or https address without a fragment.`;
    throw new Problem('invalid_input', { title, parameter: 'redirect-uri' });
  }
  if (isRequired && redirectUris.length === 0) {
    throw new Problem('invalid_input', {
      title: 'The grant authorization_code needs a redirect URI.',
      parameter: 'redirect-uri',
    });
  }
  return redirectUris;
}
