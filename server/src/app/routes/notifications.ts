import Type from 'typebox';
import { listAssignedLeads } from '../../domain/leads/list-assigned-leads.ts';
import { listNotifications } from '../../domain/notifications/list-notifications.ts';
import { markNotificationsRead } from '../../domain/notifications/mark-notifications-read.ts';
import { Problem } from '../../domain/problem.ts';
import { withinAccount } from '../../domain/within-account.ts';
import { route, userRoute } from '../route.ts';
import { RecordId } from './shapes.ts';

const page = {
  offset: Type.Integer({ minimum: 0, maximum: 100_000, default: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
};
const AssignedQuery = Type.Object(page);
const NotificationsQuery = Type.Object({ ...page, unread: Type.Boolean({ default: false }) });

/** The notifications of the user in this account, and the leads assigned to them. */
export const notificationRoutes = [
  route({
    method: 'GET',
    path: '/notifications',
    permission: 'view',
    query: NotificationsQuery,
    handle: ({ ctx, accountId, user, query: { unread, ...page } }) =>
      listNotifications(ctx, accountId, user.id, { onlyUnread: unread, ...page }),
  }),
  route({
    method: 'GET',
    path: '/assigned-leads',
    permission: 'view',
    query: AssignedQuery,
    handle: ({ ctx, accountId, user, query }) => listAssignedLeads(ctx, accountId, user.id, query),
  }),
];

/** Notifications belong to the user, so viewers can mark theirs as read too. */
export const ownNotificationRoutes = [
  userRoute({
    method: 'POST',
    path: '/notifications/read',
    body: Type.Object({ accountId: RecordId, ids: Type.Optional(Type.Array(RecordId, { minItems: 1, maxItems: 100 })) }),
    handle: async ({ ctx, user, body: { accountId, ids } }) => {
      if (!user.memberships.some((membership) => membership.accountId === accountId)) {
        throw new Problem('not_found', 'There is no such account, or you are not one of its users.');
      }
      await markNotificationsRead(withinAccount(ctx, accountId), accountId, user.id, ids);
    },
  }),
];
