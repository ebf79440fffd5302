import { actingAs, userActor } from '../../domain/audit/actor.ts';
import { listOauthConsents } from '../../domain/auth/list-oauth-consents.ts';
import { revokeOauthConsent } from '../../domain/auth/revoke-oauth-consent.ts';
import { userRoute } from '../route.ts';

/** A user's consents to third-party apps. A consent belongs to the user, not to an account. */
export const oauthConsentRoutes = [
  userRoute({ method: 'GET', path: '/consents', handle: ({ ctx, user }) => listOauthConsents(ctx, user.id) }),
  userRoute({
    method: 'DELETE',
    path: '/consents/:clientId',
    handle: ({ ctx, user, params }) => revokeOauthConsent(actingAs(ctx, userActor(user.id)), user.id, params.clientId),
  }),
];
