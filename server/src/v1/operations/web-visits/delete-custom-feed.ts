import { Type } from 'typebox';
import { deleteFeed } from '../../../domain/feeds/write-feeds.ts';
import { operation } from '../../operation.ts';
import { CustomFeedId } from '../../schemas/custom-feed.ts';

export default operation({
  id: 'deleteCustomFeed',
  group: 'Web Visits',
  summary: 'Delete Custom Feed',
  description:
    'Also deletes its connected list; if another feed uses that list, the response is 409 conflict. A folder that becomes empty is also deleted, unless it was created explicitly.',
  status: 'available',
  method: 'DELETE',
  path: '/v1/web-visits/custom-feeds/{custom_feed_id}',
  scope: 'web_visits:write',
  account: 'required',
  params: Type.Object({ custom_feed_id: CustomFeedId }),
  success: 204,
  errors: [404, 409],
  example: { params: { custom_feed_id: '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' } },
  async handle({ ctx, account, params }) {
    await deleteFeed(ctx, account.id, params.custom_feed_id);
    return {};
  },
});
