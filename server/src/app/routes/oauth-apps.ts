import Type from 'typebox';
import {
  createOauthApp,
  deleteOauthApp,
  disableOauthApp,
  enableOauthApp,
  listOauthApps,
  oauthGrants,
} from '../../domain/access/oauth-apps.ts';
import { scopes } from '../../domain/access/scopes.ts';
import type { Context } from '../../domain/context.ts';
import { Problem } from '../../domain/problem.ts';
import { route } from '../route.ts';

const NewApp = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  redirectUris: Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 20 }),
  scopes: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
  grants: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 5 }),
});
const AppState = Type.Object({ disabled: Type.Boolean() });

async function requireOwnApp(ctx: Context, accountId: string, clientId: string): Promise<string> {
  const own = await listOauthApps(ctx, accountId);
  if (own.some((app) => app.clientId === clientId)) return clientId;
  throw new Problem('not_found', `There is no OAuth application ${JSON.stringify(clientId)} in this account.`);
}

/** Applications of others that may work with the account, each in its own name. */
export const oauthAppRoutes = [
  route({
    method: 'GET',
    path: '/oauth-apps',
    need: 'api',
    handle: async ({ ctx, accountId }) => ({ scopes, grants: oauthGrants, apps: await listOauthApps(ctx, accountId) }),
  }),
  route({
    method: 'POST',
    path: '/oauth-apps',
    need: 'api',
    body: NewApp,
    handle: async ({ ctx, accountId, body, res }) => {
      res.code(201);
      return createOauthApp(ctx, { ...body, accountId });
    },
  }),
  route({
    method: 'PATCH',
    path: '/oauth-apps/:clientId',
    need: 'api',
    body: AppState,
    handle: async ({ ctx, accountId, params, body }) => {
      const clientId = await requireOwnApp(ctx, accountId, params.clientId!);
      await (body.disabled ? disableOauthApp : enableOauthApp)(ctx, clientId);
    },
  }),
  route({
    method: 'DELETE',
    path: '/oauth-apps/:clientId',
    need: 'api',
    handle: async ({ ctx, accountId, params }) => deleteOauthApp(ctx, await requireOwnApp(ctx, accountId, params.clientId!)),
  }),
];
