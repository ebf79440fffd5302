import { Type } from 'typebox';
import { campaignStatuses } from '../../../domain/campaigns/campaign.ts';
import { updateCampaign } from '../../../domain/campaigns/update-campaign.ts';
import { operation } from '../../operation.ts';
import { campaignsV1 } from '../../present/campaign.ts';
import { Budget, CampaignV1 } from '../../schemas/campaign.ts';
import { ListId } from '../../schemas/list.ts';
import { AtLeast, DayFromYearOne, Exact, OneOf, OrNull, RecordId, Uuid } from '../../schemas/resource.ts';

export default operation({
  id: 'updateCampaign',
  group: 'Campaigns',
  summary: 'Update Campaign',
  description:
    'Attributes that are not in the body stay unchanged; null clears a value. The utm_campaign identifies visits and cannot be changed.',
  status: 'available',
  method: 'PATCH',
  path: '/v1/campaigns/{id}',
  scope: 'campaigns:write',
  account: 'required',
  entitlement: 'campaigns',
  params: Type.Object({ id: RecordId }),
  body: Exact(
    {
      data: AtLeast(2, {
        type: Type.Literal('campaign'),
        attributes: Type.Optional(
          AtLeast(1, {
            name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
            status: Type.Optional(OneOf(campaignStatuses)),
            channel: Type.Optional(OrNull(Type.String({ minLength: 1, maxLength: 100 }))),
            budget: Type.Optional(Budget),
            starts_on: Type.Optional(OrNull(DayFromYearOne)),
            ends_on: Type.Optional(OrNull(DayFromYearOne)),
          }),
        ),
        relationships: Type.Optional(
          AtLeast(1, {
            list: Type.Optional(OrNull(Exact({ type: Type.Literal('list'), id: ListId }))),
            custom_feed: Type.Optional(OrNull(Exact({ type: Type.Literal('custom_feed'), id: Uuid }))),
          }),
        ),
      }),
    },
    { $id: 'UpdateCampaignRequestV1' },
  ),
  data: CampaignV1,
  errors: [404],
  example: { params: { id: '1001' }, body: { data: { type: 'campaign', attributes: { name: 'Autumn', status: 'paused' } } } },
  async handle({ ctx, account, params, body }) {
    const { attributes = {}, relationships = {} } = body.data;
    const { starts_on: startsOn, ends_on: endsOn, ...others } = attributes;
    const { list, custom_feed: feed } = relationships;
    const campaign = await updateCampaign(ctx, account.id, params.id, {
      ...others,
      ...(startsOn !== undefined && { startsOn }),
      ...(endsOn !== undefined && { endsOn }),
      ...(list !== undefined && { listId: list?.id ?? null }),
      ...(feed !== undefined && { customFeedId: feed?.id ?? null }),
    });
    return { data: (await campaignsV1(ctx, account.id, [campaign], new Set()))[0] };
  },
});
