import type { Context } from '../context.ts';
import { type CustomFeed, getCustomFeed, listCustomFeeds, loadMembers } from '../feeds/custom-feed.ts';
import { updateFeed } from '../feeds/write-feeds.ts';

/** Who is told of new leads in a feed, as people set it. */
export type FeedAlerts = {
  /** Users who get e-mail, the owner of the feed among them. */
  recipients: string[];
  webhook: string | null;
  /** When the webhook was given up. */
  webhookDisabledAt: Date | null;
  paused: boolean;
  /** Whether the operator has set a mail server. */
  canMail: boolean;
};

export type AlertsChange = { recipients?: string[]; webhook?: string | null; paused?: boolean };

/** With the number by which pages know the feed. */
export type AlertsOfFeed = FeedAlerts & { feedId: string; feedName: string };

/** Who is told of what, feed by feed, in the order of their names. */
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

/** Answers the secret of the webhook with the change that made it, and never again. */
export async function changeFeedAlerts(
  ctx: Context,
  accountId: string,
  feedId: string,
  { recipients, webhook, paused }: AlertsChange,
): Promise<FeedAlerts & { newSecret: string | null }> {
  const before = await getCustomFeed(ctx, accountId, feedId);
  const ownerId = before.owner?.id;
  const after = await updateFeed(ctx, accountId, feedId, {
    subscription: {
      ...(recipients && { recipients: recipients.filter((id) => id !== ownerId), email: recipients.some((id) => id === ownerId) }),
      ...(webhook !== undefined && { webhook }),
      ...(paused !== undefined && { paused }),
    },
  });
  const newSecret = after.webhookSecret === before.webhookSecret ? null : after.webhookSecret;
  return { ...(await alertsOf(ctx, accountId, after)), newSecret };
}

async function alertsOf(ctx: Context, accountId: string, { subscription, owner, webhookDisabledAt }: CustomFeed): Promise<FeedAlerts> {
  const { email, webhook, paused } = subscription;
  const others = await loadMembers(ctx, accountId, subscription.recipients);
  return {
    recipients: [...new Set([...(email && owner ? [owner.id] : []), ...others.map(({ id }) => id)])],
    webhook,
    webhookDisabledAt,
    paused,
    canMail: Boolean(ctx.outgoing?.mail),
  };
}
