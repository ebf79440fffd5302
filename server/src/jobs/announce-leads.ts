import { announceFeeds, announceLeads, announceLeadsName } from '../domain/alerts/announce-leads.ts';
import type { Job } from './index.ts';

export const announceLeadsJob: Job = {
  name: announceLeadsName,
  run: (ctx, { accountId, feedId }) => announceLeads(ctx, accountId as string, feedId as string),
};

export const announceFeedsJob: Job = { name: 'announce-feeds', schedule: '* * * * *', run: announceFeeds };
