import { listDeliveries } from '../../domain/subscriptions/list-deliveries.ts';
import { route } from '../route.ts';

export const feedDeliveryRoutes = [
  route({
    method: 'GET',
    path: '/feeds/:feedId/deliveries',
    need: 'view',
    handle: ({ ctx, accountId, params }) => listDeliveries(ctx, accountId, params.feedId!),
  }),
];
