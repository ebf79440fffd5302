import { Type } from 'typebox';
import { campaignStatuses } from '../../../domain/campaigns/campaign.ts';
import { listCampaigns } from '../../../domain/campaigns/list-campaigns.ts';
import { operation } from '../../operation.ts';
import { campaignsV1 } from '../../present/campaign.ts';
import { CampaignV1, campaignIncludes } from '../../schemas/campaign.ts';
import { OneOf } from '../../schemas/resource.ts';

export default operation({
  id: 'retrieveCampaigns',
  group: 'Campaigns',
  summary: 'Retrieve Campaigns',
  description:
    'The campaigns, by name. A campaign is created automatically when tracked visits have its utm_campaign; an account has at most 10,000.',
  status: 'available',
  method: 'GET',
  path: '/v1/campaigns',
  scope: 'campaigns:read',
  account: 'required',
  entitlement: 'campaigns',
  paging: 'page',
  include: campaignIncludes,
  query: Type.Object({ 'filter[status]': Type.Optional(OneOf(campaignStatuses)) }),
  data: Type.Array(CampaignV1),
  async handle({ ctx, account, query, page, include }) {
    const filter = { status: query['filter[status]'] ?? null, offset: page.offset, limit: page.size };
    const { campaigns, totalCount } = await listCampaigns(ctx, account.id, filter);
    return { data: await campaignsV1(ctx, account.id, campaigns, include), totalCount };
  },
});
