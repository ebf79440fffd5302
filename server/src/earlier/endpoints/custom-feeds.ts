import { getFeed } from '../../domain/feeds/get-feed.ts';
import { listFeeds } from '../../domain/feeds/list-feeds.ts';
import { loadFeedCriteria } from '../../domain/feeds/load-feed-criteria.ts';
import { firstOf } from '../../lib/first-of.ts';
import { itemAt } from '../../lib/item-at.ts';
import type { Endpoint } from '../endpoint.ts';
import { customFeedResource } from '../resources/custom-feed.ts';

export const listCustomFeeds: Endpoint = {
  method: 'GET',
  path: '/accounts/:account_id/custom-feeds',
  successor: '/v1/web-visits/custom-feeds',
  account: true,
  async handle({ ctx, account }) {
    const feeds = await listFeeds(ctx, account.id);
    const criteria = await loadFeedCriteria(ctx, account.id, feeds);
    return { document: { data: feeds.map((feed, index) => customFeedResource(feed, itemAt(criteria, index))) } };
  },
};

export const getCustomFeed: Endpoint = {
  method: 'GET',
  path: '/accounts/:account_id/custom-feeds/:custom_feed_id',
  successor: '/v1/web-visits/custom-feeds/:custom_feed_id',
  account: true,
  async handle({ ctx, account, params }) {
    const feed = await getFeed(ctx, account.id, params.custom_feed_id);
    const criteria = firstOf(await loadFeedCriteria(ctx, account.id, [feed]));
    return { document: { data: customFeedResource(feed, criteria) } };
  },
};
