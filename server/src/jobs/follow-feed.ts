import { followFeedName } from '../domain/feeds/connect-list.ts';
import { followFeed, followFeeds } from '../domain/feeds/follow-feed.ts';
import type { Job } from './index.ts';

export const followFeedJob: Job = {
  name: followFeedName,
  run: (ctx, { accountId, listNumber }) => followFeed(ctx, accountId as string, listNumber as string),
};

export const followFeedsJob: Job = { name: 'follow-feeds', schedule: '*/5 * * * *', run: (ctx) => followFeeds(ctx) };
