import Type from 'typebox';
import { getFeedAlerts, listFeedAlerts, updateFeedAlerts } from '../../domain/alerts/feed-alerts.ts';
import { listDeliveries } from '../../domain/alerts/list-deliveries.ts';
import { route } from '../route.ts';

const maxRecipients = 100;
const maxUrlLength = 500;

const AlertsChange = Type.Partial(
  Type.Object({
    recipients: Type.Array(Type.String({ pattern: '^\\d{1,18}$' }), { maxItems: maxRecipients, uniqueItems: true }),
    webhook: Type.Union([Type.String({ minLength: 1, maxLength: maxUrlLength }), Type.Null()]),
    paused: Type.Boolean(),
  }),
);

export const alertRoutes = [
  route({ method: 'GET', path: '/alerts', need: 'view', handle: ({ ctx, accountId }) => listFeedAlerts(ctx, accountId) }),
  route({
    method: 'GET',
    path: '/feeds/:feedId/alerts',
    need: 'view',
    handle: ({ ctx, accountId, params }) => getFeedAlerts(ctx, accountId, params.feedId),
  }),
  route({
    method: 'PATCH',
    path: '/feeds/:feedId/alerts',
    need: 'edit',
    body: AlertsChange,
    handle: ({ ctx, accountId, params, body }) => updateFeedAlerts(ctx, accountId, params.feedId, body),
  }),
  route({
    method: 'GET',
    path: '/feeds/:feedId/deliveries',
    need: 'view',
    handle: ({ ctx, accountId, params }) => listDeliveries(ctx, accountId, params.feedId),
  }),
];
