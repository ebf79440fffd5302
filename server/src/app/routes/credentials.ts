import Type from 'typebox';
import { createKey, listKeys, renameKey, revokeKey } from '../../domain/auth/api-keys.ts';
import { createToken, disableToken, listTokens, renameToken, revokeToken } from '../../domain/auth/api-tokens.ts';
import { scopes } from '../../domain/auth/scopes.ts';
import { Problem } from '../../domain/problem.ts';
import { route } from '../route.ts';

const NewKey = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  scopes: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
  expiresAt: Type.Optional(Type.String({ maxLength: 40 })),
  ratePerSecond: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  monthlyQuota: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
});
const Name = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) });
const TokenChange = Type.Object({ name: Type.Optional(Name.properties.name), disabled: Type.Optional(Type.Literal(true)) });

/** A credential acts for its user, so users can only see, rename, disable and revoke their own. */
function requireOwnCredential(credentials: { id: string }[], id: string, kind: 'key' | 'token'): void {
  if (!credentials.some((credential) => credential.id === id)) throw new Problem('not_found', `You have no ${kind} ${id}.`);
}

export const credentialRoutes = [
  route({
    method: 'GET',
    path: '/keys',
    permission: 'api',
    handle: async ({ ctx, user }) => ({ scopes, keys: (await listKeys(ctx, user.email)).filter(({ revokedAt }) => revokedAt === null) }),
  }),
  route({
    method: 'POST',
    path: '/keys',
    permission: 'api',
    body: NewKey,
    handle: async ({ ctx, user, body, res }) => {
      res.code(201);
      return createKey(ctx, { ...body, email: user.email });
    },
  }),
  route({
    method: 'PATCH',
    path: '/keys/:id',
    permission: 'api',
    body: Name,
    handle: async ({ ctx, user, params, body }) => {
      requireOwnCredential(await listKeys(ctx, user.email), params.id, 'key');
      await renameKey(ctx, params.id, body.name);
    },
  }),
  route({
    method: 'DELETE',
    path: '/keys/:id',
    permission: 'api',
    handle: async ({ ctx, user, params }) => {
      requireOwnCredential(await listKeys(ctx, user.email), params.id, 'key');
      await revokeKey(ctx, params.id);
    },
  }),
  route({ method: 'GET', path: '/tokens', permission: 'api', handle: ({ ctx, user }) => listTokens(ctx, user.email) }),
  route({
    method: 'POST',
    path: '/tokens',
    permission: 'api',
    body: Name,
    handle: async ({ ctx, user, body, res }) => {
      res.code(201);
      return createToken(ctx, { email: user.email, name: body.name });
    },
  }),
  route({
    method: 'PATCH',
    path: '/tokens/:id',
    permission: 'api',
    body: TokenChange,
    handle: async ({ ctx, user, params, body }) => {
      requireOwnCredential(await listTokens(ctx, user.email), params.id, 'token');
      if (body.name !== undefined) await renameToken(ctx, params.id, body.name);
      if (body.disabled) await disableToken(ctx, params.id);
    },
  }),
  route({
    method: 'DELETE',
    path: '/tokens/:id',
    permission: 'api',
    handle: async ({ ctx, user, params }) => {
      requireOwnCredential(await listTokens(ctx, user.email), params.id, 'token');
      await revokeToken(ctx, params.id);
    },
  }),
];
