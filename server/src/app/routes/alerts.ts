import Type from 'typebox';
import { digestFrequencies } from '../../domain/alerts/digest-schedule.ts';
import { getDigest, listDigests, setDigest } from '../../domain/alerts/digests.ts';
import { getFeedAlerts, listFeedAlerts, updateFeedAlerts } from '../../domain/alerts/feed-alerts.ts';
import { listDeliveries } from '../../domain/alerts/list-deliveries.ts';
import { sendTestAlert } from '../../domain/alerts/send-test-alert.ts';
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

const DigestChange = Type.Object({ frequency: Type.Union([Type.Enum([...digestFrequencies]), Type.Null()]) });

export const alertRoutes = [
  route({ method: 'GET', path: '/alerts', permission: 'view', handle: ({ ctx, accountId }) => listFeedAlerts(ctx, accountId) }),
  route({
    method: 'GET',
    path: '/feeds/:feedId/alerts',
    permission: 'view',
    handle: ({ ctx, accountId, params }) => getFeedAlerts(ctx, accountId, params.feedId),
  }),
  route({
    method: 'PATCH',
    path: '/feeds/:feedId/alerts',
    permission: 'edit',
    body: AlertsChange,
    handle: ({ ctx, accountId, params, body }) => updateFeedAlerts(ctx, accountId, params.feedId, body),
  }),
  route({
    method: 'POST',
    path: '/feeds/:feedId/alerts/test',
    permission: 'edit',
    handle: ({ ctx, accountId, params }) => sendTestAlert(ctx, accountId, params.feedId),
  }),
  route({
    method: 'GET',
    path: '/feeds/:feedId/deliveries',
    permission: 'view',
    handle: ({ ctx, accountId, params }) => listDeliveries(ctx, accountId, params.feedId),
  }),
  route({
    method: 'GET',
    path: '/digests',
    permission: 'view',
    handle: ({ ctx, accountId, user }) => listDigests(ctx, { accountId, userId: user.id }),
  }),
  route({
    method: 'GET',
    path: '/feeds/:feedId/digest',
    permission: 'view',
    handle: ({ ctx, accountId, params, user }) => getDigest(ctx, { accountId, userId: user.id, feedId: params.feedId }),
  }),
  route({
    method: 'PUT',
    path: '/feeds/:feedId/digest',
    permission: 'edit',
    body: DigestChange,
    handle: ({ ctx, accountId, params, user, body }) =>
      setDigest(ctx, { accountId, userId: user.id, feedId: params.feedId }, body.frequency),
  }),
];
