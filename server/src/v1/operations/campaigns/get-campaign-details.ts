import { Type } from 'typebox';
import { getCampaign } from '../../../domain/campaigns/get-campaign.ts';
import { operation } from '../../operation.ts';
import { campaignsV1 } from '../../present/campaign.ts';
import { CampaignV1, campaignIncludes } from '../../schemas/campaign.ts';
import { RecordId } from '../../schemas/resource.ts';

export default operation({
  id: 'getCampaignDetails',
  group: 'Campaigns',
  summary: 'Get Campaign Details',
  status: 'available',
  method: 'GET',
  path: '/v1/campaigns/{id}',
  scope: 'campaigns:read',
  account: 'required',
  entitlement: 'campaigns',
  include: campaignIncludes,
  params: Type.Object({ id: RecordId }),
  data: CampaignV1,
  errors: [404],
  example: { params: { id: '1001' } },
  async handle({ ctx, account, params, include }) {
    const campaign = await getCampaign(ctx, account.id, params.id);
    return { data: (await campaignsV1(ctx, account.id, [campaign], include))[0] };
  },
});
