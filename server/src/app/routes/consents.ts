import type { FastifyInstance } from 'fastify';
import { actingAs, userActor } from '../../domain/audit/actor.ts';
import { withdrawConsent } from '../../domain/auth/delete-consent.ts';
import { findSession } from '../../domain/auth/get-session.ts';
import { type Consent, listConsents } from '../../domain/auth/list-consents.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { AppContext } from '../context.ts';
import { requireForgeryToken } from '../forgery.ts';

/** The third-party apps that a user has given access to. They belong to the user, not to an account. */
export function addConsents(api: FastifyInstance, ctx: AppContext, cookie: SessionCookie): void {
  api.get('/consents', async (req): Promise<Consent[]> => {
    const { user } = await findSession(ctx, cookie.read(req));
    return listConsents(ctx, user.id);
  });

  api.delete<{ Params: { clientId: string } }>('/consents/:clientId', async (req, res) => {
    const secret = cookie.read(req);
    const { user } = await findSession(ctx, secret);
    requireForgeryToken(req, secret!);
    await withdrawConsent(actingAs(ctx, userActor(user.id)), user.id, req.params.clientId);
    return res.code(204).send();
  });
}
