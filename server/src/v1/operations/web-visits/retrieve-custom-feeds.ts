import { Type } from 'typebox';
import { listCustomFeeds } from '../../../domain/feeds/custom-feed.ts';
import { operation } from '../../operation.ts';
import { CustomFeedV1, customFeedV1, feedIncludes } from '../../schemas/custom-feed.ts';

export default operation({
  id: 'retrieveCustomFeeds',
  group: 'Web Visits',
  summary: 'Retrieve Custom Feeds',
  description: 'The feeds created by users of the account, oldest first.',
  status: 'available',
  method: 'GET',
  path: '/v1/web-visits/custom-feeds',
  scope: 'web_visits:read',
  account: 'required',
  include: feedIncludes,
  query: Type.Object({
    'filter[has_connected_list]': Type.Optional(
      Type.Boolean({ description: 'Only feeds with a connected list, or only those without one.' }),
    ),
  }),
  data: Type.Array(CustomFeedV1),
  async handle({ ctx, account, query, include }) {
    const hasConnectedList = query['filter[has_connected_list]'];
    const all = await listCustomFeeds(ctx, account.id);
    const feeds = hasConnectedList === undefined ? all : all.filter(({ connectedList }) => (connectedList !== null) === hasConnectedList);
    return { data: feeds.map((feed) => customFeedV1(feed, include)) };
  },
});
