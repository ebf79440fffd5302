import { Type } from 'typebox';
import { updateFeed } from '../../../domain/feeds/write-feeds.ts';
import { operation } from '../../operation.ts';
import { CustomFeedId, CustomFeedV1, customFeedV1, feedChangeOf, feedIncludes, UpdateCustomFeed } from '../../schemas/custom-feed.ts';

export default operation({
  id: 'updateCustomFeed',
  group: 'Web Visits',
  summary: 'Update Custom Feed',
  description: 'Attributes that are not in the body stay unchanged; filters are replaced as a whole.',
  status: 'available',
  method: 'PATCH',
  path: '/v1/web-visits/custom-feeds/{custom_feed_id}',
  scope: 'web_visits:write',
  account: 'required',
  include: feedIncludes,
  params: Type.Object({ custom_feed_id: CustomFeedId }),
  body: UpdateCustomFeed,
  data: CustomFeedV1,
  errors: [404, 409],
  example: {
    params: { custom_feed_id: '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' },
    body: { data: { type: 'custom_feed', attributes: { sort: '-visits' }, relationships: { folder: null } } },
  },
  async handle({ ctx, account, params, body, include }) {
    const feed = await updateFeed(ctx, account.id, params.custom_feed_id, await feedChangeOf(ctx, account.id, body.data));
    return { data: customFeedV1(feed, include, true) };
  },
});
