import { createFeed, type NewFeed } from '../../../domain/feeds/write-feeds.ts';
import { operation } from '../../operation.ts';
import { CreateCustomFeed, CustomFeedV1, customFeedV1, feedChangeOf, feedIncludes } from '../../schemas/custom-feed.ts';

export default operation({
  id: 'createCustomFeed',
  group: 'Web Visits',
  summary: 'Create Custom Feed',
  description:
    'Saves filters under a name for all users of the account. The feed belongs to the user of the credential unless another owner is given. An account can have at most 500 feeds.',
  status: 'available',
  method: 'POST',
  path: '/v1/web-visits/custom-feeds',
  scope: 'web_visits:write',
  account: 'required',
  include: feedIncludes,
  body: CreateCustomFeed,
  data: CustomFeedV1,
  success: 201,
  errors: [404, 409],
  example: {
    body: {
      data: {
        type: 'custom_feed',
        attributes: {
          name: 'Pricing from Germany',
          filters: {
            all: [
              { field: 'page_url', operator: 'contains', values: ['/pricing'] },
              { field: 'country_code', operator: 'is', values: ['DE'] },
            ],
          },
        },
        relationships: { connected_list: { type: 'list', attributes: { name: 'Pricing from Germany' } } },
      },
    },
  },
  async handle({ ctx, principal, account, body, include }) {
    const feed = { ownerId: principal.userId, ...(await feedChangeOf(ctx, account.id, body.data)) } as NewFeed;
    return { data: customFeedV1(await createFeed(ctx, account.id, feed), include, true) };
  },
});
