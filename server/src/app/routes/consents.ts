import type { FastifyInstance } from 'fastify';
import { type Consent, listConsents } from '../../domain/access/list-consents.ts';
import { withdrawConsent } from '../../domain/access/withdraw-consent.ts';
import { actingAs, userActor } from '../../domain/audit/actor.ts';
import { findSession } from '../../domain/sessions/find-session.ts';
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
