import Type from 'typebox';
import { createCampaignCost, deleteCampaignCost, listCampaignCosts } from '../../domain/campaigns/campaign-costs.ts';
import { listCampaignResults } from '../../domain/campaigns/list-campaign-results.ts';
import { route, sharedRoute } from '../route.ts';
import { intervalOf } from './interval-of.ts';
import { Day, IntervalQuery } from './shapes.ts';

const NewCost = Type.Object({
  firstDay: Day,
  lastDay: Day,
  amount: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
});

export const campaignRoutes = [
  sharedRoute({
    path: '/campaigns',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, query }) => listCampaignResults(ctx, await intervalOf(ctx, accountId, query)),
  }),
  route({
    method: 'GET',
    path: '/campaigns/:campaignId/costs',
    permission: 'view',
    handle: ({ ctx, accountId, params }) => listCampaignCosts(ctx, accountId, params.campaignId),
  }),
  route({
    method: 'POST',
    path: '/campaigns/:campaignId/costs',
    permission: 'edit',
    body: NewCost,
    handle: ({ ctx, accountId, params, body, res }) => {
      res.code(201);
      return createCampaignCost(ctx, accountId, params.campaignId, body);
    },
  }),
  route({
    method: 'DELETE',
    path: '/campaigns/:campaignId/costs/:costId',
    permission: 'edit',
    handle: ({ ctx, accountId, params }) => deleteCampaignCost(ctx, accountId, params.campaignId, params.costId),
  }),
];
