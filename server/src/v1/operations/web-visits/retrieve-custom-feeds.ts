import { Type } from 'typebox';
import { listCustomFeeds } from '../../../domain/feeds/custom-feed.ts';
import { operation } from '../../operation.ts';
import { CustomFeedV1, customFeedV1, feedIncludes } from '../../schemas/custom-feed.ts';

export default operation({
  id: 'retrieveCustomFeeds',
  group: 'Web Visits',
  summary: 'Retrieve Custom Feeds',
  description: 'The feeds that people of the account have made, the oldest first.',
  status: 'available',
  method: 'GET',
  path: '/v1/web-visits/custom-feeds',
  scope: 'web_visits:read',
  account: 'required',
  include: feedIncludes,
  data: Type.Array(CustomFeedV1),
  async handle({ ctx, account, include }) {
    const feeds = await listCustomFeeds(ctx, account.id);
    return { data: feeds.map((feed) => customFeedV1(feed, include)) };
  },
});
