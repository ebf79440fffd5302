import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { requestPasswordReset } from '../../domain/auth/request-password-reset.ts';
import { findPasswordReset, resetPassword } from '../../domain/auth/reset-password.ts';
import type { AppContext } from '../context.ts';

const Wanted = Type.Object({ email: Type.String({ maxLength: 254 }) });
const Secret = Type.Object({ secret: Type.String({ maxLength: 100 }) });
const NewPassword = Type.Object({ secret: Type.String({ maxLength: 100 }), password: Type.String({ maxLength: 200 }) });

/** A new password for somebody who forgot theirs. Secrets travel in bodies, which no log keeps. */
export function addPasswordResets(api: FastifyInstance, ctx: AppContext): void {
  api.get('/password-resets', async () => ({ isMailConfigured: ctx.outgoing?.mail != null }));

  api.post<{ Body: Static<typeof Wanted> }>('/password-resets', { schema: { body: Wanted } }, async (req, res) => {
    await requestPasswordReset(ctx, { email: req.body.email, address: req.ip });
    return res.code(202).send({});
  });

  api.post<{ Body: Static<typeof Secret> }>('/password-resets/open', { schema: { body: Secret } }, async (req) => {
    const { email } = await findPasswordReset(ctx, req.body.secret);
    return { email };
  });

  api.post<{ Body: Static<typeof NewPassword> }>('/password-resets/complete', { schema: { body: NewPassword } }, async (req, res) => {
    await resetPassword(ctx, { ...req.body, address: req.ip });
    return res.code(204).send();
  });
}
