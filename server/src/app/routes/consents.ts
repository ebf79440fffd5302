import { actingAs, userActor } from '../../domain/audit/actor.ts';
import { listConsents } from '../../domain/auth/list-consents.ts';
import { revokeConsent } from '../../domain/auth/revoke-consent.ts';
import { userRoute } from '../route.ts';

/** Third-party apps with access to the user's accounts. They belong to the user, not to an account. */
export const consentRoutes = [
  userRoute({ method: 'GET', path: '/consents', handle: ({ ctx, user }) => listConsents(ctx, user.id) }),
  userRoute({
    method: 'DELETE',
    path: '/consents/:clientId',
    handle: ({ ctx, user, params }) => revokeConsent(actingAs(ctx, userActor(user.id)), user.id, params.clientId),
  }),
];
