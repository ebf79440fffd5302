import { Type } from 'typebox';
import { getCustomFeed } from '../../../domain/feeds/custom-feed.ts';
import { operation } from '../../operation.ts';
import { CustomFeedId, CustomFeedV1, customFeedV1, feedIncludes } from '../../schemas/custom-feed.ts';

export default operation({
  id: 'getCustomFeed',
  group: 'Web Visits',
  summary: 'Get Custom Feed',
  description: 'By its id, or by its number in the earlier API.',
  status: 'available',
  method: 'GET',
  path: '/v1/web-visits/custom-feeds/{custom_feed_id}',
  scope: 'web_visits:read',
  account: 'required',
  include: feedIncludes,
  params: Type.Object({ custom_feed_id: CustomFeedId }),
  data: CustomFeedV1,
  errors: [404],
  example: { params: { custom_feed_id: '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' } },
  async handle({ ctx, account, params, include }) {
    return { data: customFeedV1(await getCustomFeed(ctx, account.id, params.custom_feed_id), include) };
  },
});
