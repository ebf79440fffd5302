import { Type } from 'typebox';
import { listFolders } from '../../../domain/feeds/folders.ts';
import { operation } from '../../operation.ts';
import { CustomFeedFolderV1 } from '../../schemas/custom-feed.ts';

export default operation({
  id: 'retrieveCustomFeedFolders',
  group: 'Web Visits',
  summary: 'Retrieve Custom Feeds Folders',
  description:
    'The folders of the account, by name. Creating or updating a feed with the name of a new folder creates that folder, which is deleted when it becomes empty. Folders created in the web application are kept.',
  status: 'available',
  method: 'GET',
  path: '/v1/web-visits/custom-feed-folders',
  scope: 'web_visits:read',
  account: 'required',
  include: ['custom_feeds'],
  data: Type.Array(CustomFeedFolderV1),
  async handle({ ctx, account, include }) {
    const folders = await listFolders(ctx, account.id);
    return {
      data: folders.map(({ id, name, feeds }) => ({
        type: 'custom_feed_folder',
        id,
        attributes: { name },
        relationships: {
          custom_feeds: feeds.map((feed) => ({
            type: 'custom_feed',
            id: feed.id,
            ...(include.has('custom_feeds') && { attributes: { name: feed.name, numeric_id: feed.number } }),
          })),
        },
      })),
    };
  },
});
