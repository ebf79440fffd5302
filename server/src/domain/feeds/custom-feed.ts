import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../lib/is-uuid.ts';
import type { Context } from '../context.ts';
import type { Filters } from '../feed-filters/filter.ts';
import type { List } from '../lists/list.ts';
import { loadLists } from '../lists/list-lists.ts';
import type { MailLanguage } from '../mails/mail-texts.ts';
import { Problem } from '../problem.ts';
import { type AlertSettings, readAlertSettings } from './alert-settings.ts';
import { builtInFeed, type Feed, type FeedSort } from './feed.ts';
import type { SavedView } from './saved-view.ts';
import { type StoredFilters, withFilterDefaults } from './stored-filters.ts';

type AccountMember = { id: string; email: string; firstName: string; lastName: string; language: MailLanguage | null };

/** A feed created by a user, with its related records. */
export type CustomFeed = {
  id: string;
  /** Id of the feed in the earlier API. */
  number: string;
  name: string;
  description: string | null;
  filters: Filters;
  sort: FeedSort | null;
  /** How the web application shows the feed; null for the default. */
  view: SavedView | null;
  alertSettings: AlertSettings;
  /** Secret with which webhook messages are signed. */
  webhookSecret: string | null;
  /** Set when the webhook was disabled after repeated failures. */
  webhookDisabledAt: Date | null;
  folder: { id: string; name: string } | null;
  connectedList: List | null;
  owner: AccountMember | null;
};

type Row = Omit<CustomFeed, 'filters' | 'alertSettings' | 'folder' | 'connectedList' | 'owner'> & {
  filters: StoredFilters;
  alert_settings: Partial<AlertSettings>;
  folder_id: string | null;
  folder_name: string | null;
  list_number: string | null;
  owner_id: string | null;
};

/** Lists the custom feeds of an account by number. */
export function listCustomFeeds(ctx: Context, accountId: string): Promise<CustomFeed[]> {
  return select(ctx, accountId, sql`f.built_in_id is null`);
}

/** Finds a feed by its id, or by its number in the earlier API. */
export async function getCustomFeed(ctx: Context, accountId: string, feedId: string): Promise<CustomFeed> {
  const isNumber = /^\d{1,18}$/.test(feedId);
  const condition = isNumber ? sql`f.number = ${feedId}` : sql`f.id = ${feedId}`;
  const [feed] = isNumber || isUuid(feedId) ? await select(ctx, accountId, sql`${condition} and f.built_in_id is null`) : [];
  if (!feed) throw new Problem('not_found', `There is no custom feed ${JSON.stringify(feedId)}.`);
  return feed;
}

/** Finds the row with the alert settings of a feed. A built-in feed has no row until its alert settings are changed. */
export async function findAlertRow(ctx: Context, accountId: string, feedId: string): Promise<CustomFeed | null> {
  if (!builtInFeed(feedId)) return getCustomFeed(ctx, accountId, feedId);
  const [feed] = await select(ctx, accountId, sql`f.built_in_id = ${feedId}`);
  return feed ?? null;
}

async function select(ctx: Context, accountId: string, condition: RawBuilder<unknown>): Promise<CustomFeed[]> {
  const { rows } = await sql<Row>`
    select f.id, f.number, f.name, f.description, f.filters, f.sort, f.view, f.alert_settings, f.owner_id, f.webhook_secret as "webhookSecret", f.webhook_disabled_at as "webhookDisabledAt", d.id as folder_id, d.name as folder_name,
      l.id as list_number
    from custom_feeds f
    left join feed_folders d on d.account_id = ${accountId} and d.id = f.folder_id
    left join lists l on l.account_id = ${accountId} and l.feed_id = f.id
    where f.account_id = ${accountId} and ${condition} order by f.number`.execute(ctx.db);
  const [lists, owners] = await Promise.all([
    loadLists(
      ctx,
      accountId,
      rows.flatMap(({ list_number }) => list_number ?? []),
    ),
    loadMembers(
      ctx,
      accountId,
      rows.flatMap(({ owner_id }) => owner_id ?? []),
    ),
  ]);
  return rows.map(({ folder_id, folder_name, list_number, owner_id, filters, alert_settings, ...feed }) => ({
    ...feed,
    filters: withFilterDefaults(filters),
    alertSettings: readAlertSettings(alert_settings),
    folder: folder_id === null || folder_name === null ? null : { id: folder_id, name: folder_name },
    connectedList: lists.find(({ number }) => number === list_number) ?? null,
    owner: owners.find(({ id }) => id === owner_id) ?? null,
  }));
}

export function feedOf({ id, number, name, filters, sort }: CustomFeed): Feed {
  return { kind: 'custom', id: number, uuid: id, name, filters, sort };
}

/** Loads users by id; those who left the account are omitted. */
export async function loadMembers(ctx: Pick<Context, 'db'>, accountId: string, userIds: string[]): Promise<AccountMember[]> {
  if (userIds.length === 0) return [];
  return ctx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'users.first_name as firstName', 'users.last_name as lastName', 'users.language'])
    .where('memberships.account_id', '=', accountId)
    .where('users.id', 'in', [...new Set(userIds)])
    .execute();
}
