import Type from 'typebox';
import {
  createOauthApp,
  deleteOauthApp,
  disableOauthApp,
  enableOauthApp,
  listOauthApps,
  oauthGrantTypes,
  rotateOauthSecret,
  updateOauthApp,
} from '../../domain/auth/oauth-apps.ts';
import { scopes } from '../../domain/auth/scopes.ts';
import type { Context } from '../../domain/context.ts';
import { Problem } from '../../domain/problem.ts';
import { route } from '../route.ts';

const NewApp = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  redirectUris: Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 20 }),
  scopes: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
  grants: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 5 }),
});
const AppChange = Type.Partial(
  Type.Object({ disabled: Type.Boolean(), name: NewApp.properties.name, redirectUris: NewApp.properties.redirectUris }),
);

async function requireOwnApp(ctx: Context, accountId: string, clientId: string): Promise<string> {
  const apps = await listOauthApps(ctx, accountId);
  if (apps.some((app) => app.clientId === clientId)) return clientId;
  throw new Problem('not_found', `There is no OAuth application ${JSON.stringify(clientId)} in this account.`);
}

export const oauthAppRoutes = [
  route({
    method: 'GET',
    path: '/oauth-apps',
    permission: 'api',
    handle: async ({ ctx, accountId }) => ({ scopes, grants: oauthGrantTypes, apps: await listOauthApps(ctx, accountId) }),
  }),
  route({
    method: 'POST',
    path: '/oauth-apps',
    permission: 'api',
    body: NewApp,
    handle: async ({ ctx, accountId, body, res }) => {
      res.code(201);
      return createOauthApp(ctx, { ...body, accountId });
    },
  }),
  route({
    method: 'PATCH',
    path: '/oauth-apps/:clientId',
    permission: 'api',
    body: AppChange,
    handle: async ({ ctx, accountId, params, body: { disabled, ...change } }) => {
      const clientId = await requireOwnApp(ctx, accountId, params.clientId);
      if (Object.keys(change).length > 0) await updateOauthApp(ctx, clientId, change);
      if (disabled !== undefined) await (disabled ? disableOauthApp : enableOauthApp)(ctx, clientId);
    },
  }),
  route({
    method: 'POST',
    path: '/oauth-apps/:clientId/secret',
    permission: 'api',
    handle: async ({ ctx, accountId, params }) => rotateOauthSecret(ctx, await requireOwnApp(ctx, accountId, params.clientId)),
  }),
  route({
    method: 'DELETE',
    path: '/oauth-apps/:clientId',
    permission: 'api',
    handle: async ({ ctx, accountId, params }) => deleteOauthApp(ctx, await requireOwnApp(ctx, accountId, params.clientId)),
  }),
];
