import Type from 'typebox';
import { requestPasswordReset } from '../../domain/auth/request-password-reset.ts';
import { getPasswordReset, resetPassword } from '../../domain/auth/reset-password.ts';
import { publicRoute } from '../route.ts';

const ResetRequest = Type.Object({ email: Type.String({ maxLength: 254 }) });
const ResetToken = Type.Object({ secret: Type.String({ maxLength: 100 }) });
const NewPassword = Type.Object({ secret: Type.String({ maxLength: 100 }), password: Type.String({ maxLength: 200 }) });

/** Password reset. Secrets are sent in bodies, which are never logged. */
export const passwordResetRoutes = [
  publicRoute({
    method: 'GET',
    path: '/password-resets',
    handle: async ({ ctx }) => ({ isMailConfigured: ctx.outgoing?.mail != null }),
  }),
  publicRoute({
    method: 'POST',
    path: '/password-resets',
    body: ResetRequest,
    handle: async ({ ctx, body, req, res }) => {
      await requestPasswordReset(ctx, { email: body.email, address: req.ip });
      res.code(202);
      return {};
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/password-resets/open',
    body: ResetToken,
    handle: async ({ ctx, body }) => {
      const { email } = await getPasswordReset(ctx, body.secret);
      return { email };
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/password-resets/complete',
    body: NewPassword,
    handle: ({ ctx, body, req }) => resetPassword(ctx, { ...body, address: req.ip }),
  }),
];
