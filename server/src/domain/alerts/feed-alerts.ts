import type { Context } from '../context.ts';
import { type AlertSettings, noAlerts } from '../feeds/alert-settings.ts';
import { type CustomFeed, findAlertRow, listCustomFeeds, loadMembers } from '../feeds/custom-feed.ts';
import { builtInFeed, builtInFeeds } from '../feeds/feed.ts';
import { updateBuiltInAlerts, updateFeed } from '../feeds/write-feeds.ts';

type FeedAlerts = {
  /** Ids of the users who get e-mail, including the owner of the feed if selected. */
  recipients: string[];
  webhook: string | null;
  /** Set when the webhook was disabled after repeated failures. */
  webhookDisabledAt: Date | null;
  paused: boolean;
  /** False when the operator has not configured a mail server. */
  canMail: boolean;
};

type AlertsChange = { recipients?: string[]; webhook?: string | null; paused?: boolean };

type AlertsOfFeed = FeedAlerts & { feedId: string; feedName: string };

type AlertFields = Pick<CustomFeed, 'alertSettings' | 'owner' | 'webhookSecret' | 'webhookDisabledAt'>;
/** For a built-in feed, which has no row until its alert settings are changed for the first time. */
const withoutRow: AlertFields = { alertSettings: noAlerts, owner: null, webhookSecret: null, webhookDisabledAt: null };

/** Lists the alert settings of all feeds: built-in ones first, then custom ones by name. */
export async function listFeedAlerts(ctx: Context, accountId: string): Promise<AlertsOfFeed[]> {
  const builtIn = builtInFeeds.map(async ({ id, name }) => ({ feedId: id, feedName: name, ...(await getFeedAlerts(ctx, accountId, id)) }));
  const custom = (await listCustomFeeds(ctx, accountId))
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(async (feed) => ({ feedId: feed.number, feedName: feed.name, ...(await loadAlerts(ctx, accountId, feed)) }));
  return Promise.all([...builtIn, ...custom]);
}

export async function getFeedAlerts(ctx: Context, accountId: string, feedId: string): Promise<FeedAlerts> {
  return loadAlerts(ctx, accountId, (await findAlertRow(ctx, accountId, feedId)) ?? withoutRow);
}

/** Returns the webhook's secret only when this change created it; it cannot be read later. */
export async function updateFeedAlerts(
  ctx: Context,
  accountId: string,
  feedId: string,
  { recipients, webhook, paused }: AlertsChange,
): Promise<FeedAlerts & { newSecret: string | null }> {
  const before = (await findAlertRow(ctx, accountId, feedId)) ?? withoutRow;
  const ownerId = before.owner?.id;
  const alertSettings: Partial<AlertSettings> = {
    ...(recipients && { recipients: recipients.filter((id) => id !== ownerId), email: recipients.some((id) => id === ownerId) }),
    ...(webhook !== undefined && { webhook }),
    ...(paused !== undefined && { paused }),
  };
  const builtIn = builtInFeed(feedId);
  const after = builtIn
    ? await updateBuiltInAlerts(ctx, accountId, builtIn, alertSettings)
    : await updateFeed(ctx, accountId, feedId, { alertSettings });
  const newSecret = after.webhookSecret === before.webhookSecret ? null : after.webhookSecret;
  return { ...(await loadAlerts(ctx, accountId, after)), newSecret };
}

async function loadAlerts(ctx: Context, accountId: string, { alertSettings, owner, webhookDisabledAt }: AlertFields): Promise<FeedAlerts> {
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
