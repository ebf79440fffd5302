import Type from 'typebox';
import { deleteLogo, findLogo, getBrand, maxLogoBytes, setBrandColor, setLogo } from '../../domain/accounts/brand.ts';
import { Problem } from '../../domain/problem.ts';
import { createAdditionalAccount, mayCreateAccount } from '../../domain/users/create-additional-account.ts';
import { withinAccount } from '../../domain/within-account.ts';
import { readBody } from '../../http/read-body.ts';
import { publicRoute, route, userRoute } from '../route.ts';

const NewAccount = Type.Object({ name: Type.String({ maxLength: 200 }), timezone: Type.String({ maxLength: 100 }) });
// Null must come first; otherwise the validator would convert it to an empty string.
const Color = Type.Object({ color: Type.Union([Type.Null(), Type.String({ maxLength: 7 })]) });
const yearSeconds = 365 * 86_400;

/** Branding of an account. */
export const brandRoutes = [
  route({ method: 'GET', path: '/brand', permission: 'view', handle: ({ ctx, accountId }) => getBrand(ctx, accountId) }),
  route({
    method: 'PATCH',
    path: '/brand',
    permission: 'manage',
    body: Color,
    handle: ({ ctx, accountId, body }) => setBrandColor(ctx, accountId, body.color),
  }),
  route({
    method: 'POST',
    path: '/brand/logo',
    permission: 'manage',
    handle: async ({ ctx, accountId, req }) => setLogo(ctx, accountId, await readBody(req.raw, maxLogoBytes)),
  }),
  route({ method: 'DELETE', path: '/brand/logo', permission: 'manage', handle: ({ ctx, accountId }) => deleteLogo(ctx, accountId) }),
];

/** Accounts of the signed-in user, and their logos, which are public to anyone who knows the URL. */
export const ownAccountRoutes = [
  userRoute({
    method: 'GET',
    path: '/account-creation',
    handle: async ({ ctx, user }) => ({ isAllowed: mayCreateAccount(ctx.accountCreation, user) }),
  }),
  userRoute({
    method: 'POST',
    path: '/accounts',
    body: NewAccount,
    handle: async ({ ctx, user, body, res }) => {
      const { id } = await createAdditionalAccount(ctx, user, ctx.accountCreation, body);
      res.code(201);
      return { id };
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/brand-logos/:accountId/:hash',
    handle: async ({ ctx, params: { accountId, hash }, res }) => {
      const isWellFormed = /^\d{1,18}$/.test(accountId) && /^[0-9a-f]{32}$/.test(hash);
      const logo = isWellFormed ? await findLogo(withinAccount(ctx, accountId), accountId, hash) : null;
      if (!logo) throw new Problem('not_found', 'There is no such logo.');
      res.headers({
        'content-type': logo.type,
        'cache-control': `private, max-age=${yearSeconds}, immutable`,
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
      });
      return logo.content;
    },
  }),
];
