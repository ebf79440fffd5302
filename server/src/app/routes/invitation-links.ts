import Type from 'typebox';
import { createSession } from '../../domain/auth/create-session.ts';
import { requiresSingleSignOn } from '../../domain/auth/enforce-single-sign-on.ts';
import { getSession } from '../../domain/auth/get-session.ts';
import { maxSessionSeconds } from '../../domain/auth/session.ts';
import { acceptAsNewUser, acceptInvitation } from '../../domain/users/accept-invitation.ts';
import { getInvitationBySecret } from '../../domain/users/invitations.ts';
import { requireCsrfToken } from '../csrf.ts';
import { publicRoute } from '../route.ts';

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

/** Routes for the holder of an invitation link. Secrets are sent in bodies, which are never logged. */
export const invitationLinkRoutes = [
  publicRoute({
    method: 'POST',
    path: '/invitations/open',
    body: Secret,
    handle: async ({ ctx, body }) => {
      const { accountName, email, role, createsUser } = await getInvitationBySecret(ctx, body.secret);
      return { accountName, email, role, createsUser };
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/invitations/accept',
    body: Acceptance,
    handle: async ({ ctx, cookie, body: { secret, person }, req, res }) => {
      if (person) {
        const { userId, accountId } = await acceptAsNewUser(ctx, secret, person);
        // If single sign-on is required, the web application asks the user to sign in instead.
        if (!(await requiresSingleSignOn(ctx, userId)))
          cookie.write(res, await createSession(ctx, userId, req.headers['user-agent'] ?? ''), maxSessionSeconds);
        return { accountId };
      }
      const session = await getSession(ctx, cookie.read(req));
      requireCsrfToken(req, session.secret);
      return acceptInvitation(ctx, secret, session.user);
    },
  }),
];
