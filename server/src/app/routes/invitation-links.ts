import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { openSession } from '../../domain/auth/create-session.ts';
import { findSession } from '../../domain/auth/get-session.ts';
import { longestSeconds } from '../../domain/auth/session.ts';
import { acceptAsNewUser, acceptInvitation } from '../../domain/users/accept-invitation.ts';
import { openInvitation } from '../../domain/users/invitations.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { AppContext } from '../context.ts';
import { requireForgeryToken } from '../forgery.ts';

const Secret = Type.Object({ secret: Type.String({ maxLength: 100 }) });
const Acceptance = Type.Object({
  secret: Type.String({ maxLength: 100 }),
  person: Type.Optional(
    Type.Object({
      password: Type.String({ maxLength: 200 }),
      firstName: Type.String({ maxLength: 100 }),
      lastName: Type.String({ maxLength: 100 }),
    }),
  ),
});

/** What the holder of an invitation's link can do. The secret travels in bodies, which no log keeps. */
export function addInvitationLinks(api: FastifyInstance, ctx: AppContext, cookie: SessionCookie): void {
  api.post<{ Body: Static<typeof Secret> }>('/invitations/open', { schema: { body: Secret } }, async (req) => {
    const { accountName, email, role, createsUser } = await openInvitation(ctx, req.body.secret);
    return { accountName, email, role, createsUser };
  });

  api.post<{ Body: Static<typeof Acceptance> }>('/invitations/accept', { schema: { body: Acceptance } }, async (req, res) => {
    const { secret, person } = req.body;
    if (person) {
      const { userId, accountId } = await acceptAsNewUser(ctx, secret, person);
      cookie.write(res, await openSession(ctx, userId, req.headers['user-agent'] ?? ''), longestSeconds);
      return { accountId };
    }
    const sessionSecret = cookie.read(req);
    const { user } = await findSession(ctx, sessionSecret);
    requireForgeryToken(req, sessionSecret!);
    return acceptInvitation(ctx, secret, user);
  });
}
