import type { Context } from '../context.ts';
import { type CustomFeed, getCustomFeed, listCustomFeeds, loadMembers } from '../feeds/custom-feed.ts';
import { updateFeed } from '../feeds/write-feeds.ts';

/** Alert settings of a feed. */
export type FeedAlerts = {
  /** Users who get e-mail, including the owner of the feed. */
  recipients: string[];
  webhook: string | null;
  /** Set when the webhook was disabled after repeated failures. */
  webhookDisabledAt: Date | null;
  paused: boolean;
  /** False when the operator has not configured a mail server. */
  canMail: boolean;
};

export type AlertsChange = { recipients?: string[]; webhook?: string | null; paused?: boolean };

export type AlertsOfFeed = FeedAlerts & { feedId: string; feedName: string };

/** Lists the alert settings of all custom feeds. */
export async function listFeedAlerts(ctx: Context, accountId: string): Promise<AlertsOfFeed[]> {
  const feeds = await listCustomFeeds(ctx, accountId);
  const alerts = await Promise.all(
    feeds.map(async (feed) => ({ feedId: feed.number, feedName: feed.name, ...(await alertsOf(ctx, accountId, feed)) })),
  );
  return alerts.sort((a, b) => a.feedName.localeCompare(b.feedName));
}

export async function getFeedAlerts(ctx: Context, accountId: string, feedId: string): Promise<FeedAlerts> {
  return alertsOf(ctx, accountId, await getCustomFeed(ctx, accountId, feedId));
}

/** Returns the webhook's secret only when this change created it; it cannot be read later. */
export async function updateFeedAlerts(
  ctx: Context,
  accountId: string,
  feedId: string,
  { recipients, webhook, paused }: AlertsChange,
): Promise<FeedAlerts & { newSecret: string | null }> {
  const before = await getCustomFeed(ctx, accountId, feedId);
  const ownerId = before.owner?.id;
  const after = await updateFeed(ctx, accountId, feedId, {
    alertSettings: {
      ...(recipients && { recipients: recipients.filter((id) => id !== ownerId), email: recipients.some((id) => id === ownerId) }),
      ...(webhook !== undefined && { webhook }),
      ...(paused !== undefined && { paused }),
    },
  });
  const newSecret = after.webhookSecret === before.webhookSecret ? null : after.webhookSecret;
  return { ...(await alertsOf(ctx, accountId, after)), newSecret };
}

async function alertsOf(ctx: Context, accountId: string, { alertSettings, owner, webhookDisabledAt }: CustomFeed): Promise<FeedAlerts> {
  const { email, webhook, paused } = alertSettings;
  const others = await loadMembers(ctx, accountId, alertSettings.recipients);
  return {
    recipients: [...new Set([...(email && owner ? [owner.id] : []), ...others.map(({ id }) => id)])],
    webhook,
    webhookDisabledAt,
    paused,
    canMail: Boolean(ctx.outgoing?.mail),
  };
}
