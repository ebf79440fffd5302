import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { acceptInvitation, openInvitation } from '../../domain/sessions/invitations.ts';
import { openSession } from '../../domain/sessions/open-session.ts';
import { longestSeconds } from '../../domain/sessions/session.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { AppContext } from '../context.ts';

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

/** What the holder of an invitation's link can do before there is a session. The secret travels in bodies, which no log keeps. */
export function addInvitationLinks(api: FastifyInstance, ctx: AppContext, cookie: SessionCookie): void {
  api.post<{ Body: Static<typeof Secret> }>('/invitations/open', { schema: { body: Secret } }, async (req) => {
    const { accountName, email, role, hasUser } = await openInvitation(ctx, req.body.secret);
    return { accountName, email, role, hasUser };
  });

  api.post<{ Body: Static<typeof Acceptance> }>('/invitations/accept', { schema: { body: Acceptance } }, async (req, res) => {
    const { userId, accountId, isNew } = await acceptInvitation(ctx, req.body.secret, req.body.person ?? null);
    if (isNew) cookie.write(res, await openSession(ctx, userId, req.headers['user-agent'] ?? ''), longestSeconds);
    return { isSignedIn: isNew, accountId };
  });
}
