import Type from 'typebox';
import { listNotifications } from '../../domain/notifications/list-notifications.ts';
import { markNotificationsRead } from '../../domain/notifications/mark-notifications-read.ts';
import { Problem } from '../../domain/problem.ts';
import { withinAccount } from '../../domain/within-account.ts';
import { route, userRoute } from '../route.ts';
import { RecordId } from './shapes.ts';

/** What the user is told in this account. */
export const notificationRoutes = [
  route({
    method: 'GET',
    path: '/notifications',
    need: 'view',
    handle: ({ ctx, accountId, user }) => listNotifications(ctx, accountId, user.id),
  }),
];

/** Notifications belong to the user, so viewers can clear theirs too. */
export const ownNotificationRoutes = [
  userRoute({
    method: 'POST',
    path: '/notifications/read',
    body: Type.Object({ accountId: RecordId }),
    handle: async ({ ctx, user, body: { accountId } }) => {
      if (!user.memberships.some((membership) => membership.accountId === accountId)) {
        throw new Problem('not_found', 'There is no such account, or you are not one of its users.');
      }
      await markNotificationsRead(withinAccount(ctx, accountId), accountId, user.id);
    },
  }),
];
