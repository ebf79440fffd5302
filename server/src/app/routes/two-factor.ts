import Type from 'typebox';
import { confirmTwoFactor } from '../../domain/auth/two-factor/confirm-two-factor.ts';
import { disableTwoFactor } from '../../domain/auth/two-factor/disable-two-factor.ts';
import { enrollTwoFactor } from '../../domain/auth/two-factor/enroll-two-factor.ts';
import { getTwoFactor } from '../../domain/auth/two-factor/get-two-factor.ts';
import { renewRecoveryCodes } from '../../domain/auth/two-factor/renew-recovery-codes.ts';
import { userRoute } from '../route.ts';

const Password = Type.Object({ password: Type.String({ maxLength: 200 }) });
const Code = Type.Object({ code: Type.String({ maxLength: 40 }) });

/** Two-factor authentication of the signed-in user. */
export const twoFactorRoutes = [
  userRoute({ method: 'GET', path: '/two-factor', handle: ({ ctx, user }) => getTwoFactor(ctx, user.id) }),
  userRoute({
    method: 'POST',
    path: '/two-factor',
    body: Password,
    handle: ({ ctx, user, body, req }) => enrollTwoFactor(ctx, user, { ...body, address: req.ip }),
  }),
  userRoute({
    method: 'POST',
    path: '/two-factor/confirm',
    body: Code,
    handle: async ({ ctx, user, sessionId, body, req }) => ({
      recoveryCodes: await confirmTwoFactor(ctx, { userId: user.id, code: body.code, address: req.ip, sessionId }),
    }),
  }),
  userRoute({
    method: 'POST',
    path: '/two-factor/recovery-codes',
    body: Code,
    handle: async ({ ctx, user, body, req }) => ({
      recoveryCodes: await renewRecoveryCodes(ctx, { userId: user.id, code: body.code, address: req.ip }),
    }),
  }),
  userRoute({
    method: 'POST',
    path: '/two-factor/disable',
    body: Code,
    handle: ({ ctx, user, body, req }) => disableTwoFactor(ctx, { userId: user.id, code: body.code, address: req.ip }),
  }),
];
