import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import { required } from '../../lib/required.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import type { Filters } from '../feed-filters/filter.ts';
import { removeFromCampaigns } from '../lists/remove-from-campaigns.ts';
import { Problem } from '../problem.ts';
import { type AlertSettings, noAlerts } from './alert-settings.ts';
import { connectList, disconnectList, enqueueFollowFeed } from './connect-list.ts';
import { type CustomFeed, findAlertRow, getCustomFeed, loadMembers } from './custom-feed.ts';
import type { BuiltInFeedId, FeedSort } from './feed.ts';
import { type FolderChoice, getOrCreateFolder, removeEmptyFolders } from './folders.ts';
import type { SavedView } from './saved-view.ts';
import { updateAlertSettings } from './update-alert-settings.ts';

const maxFeeds = 500;
export const maxFeedNameLength = 200;

export type FeedChange = {
  name?: string;
  description?: string | null;
  filters?: Filters;
  sort?: FeedSort | null;
  view?: SavedView | null;
  alertSettings?: Partial<AlertSettings>;
  folder?: FolderChoice | null;
  /** The list that follows the feed. Creates or renames it; null deletes it. */
  connectedList?: { id?: string; name?: string } | null;
  ownerId?: string | null;
};

export type NewFeed = FeedChange & { name: string; filters: Filters };

/** Saves filters as a feed, visible to all users of the account. */
export async function createFeed(ctx: Context, accountId: string, input: NewFeed): Promise<CustomFeed> {
  const id = ctx.ids.uuid();
  const number = firstOf(await ctx.ids.records(ctx.db, 1));
  await ctx.db.transaction().execute(async (trx) => {
    // Serializes concurrent counts, so the limit is exact.
    await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx);
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from custom_feeds where account_id = ${accountId} and built_in_id is null`.execute(trx);
    if (firstOf(rows).total >= maxFeeds) throw new Problem('conflict', `An account can have at most ${maxFeeds} custom feeds.`);
    const now = ctx.clock.now();
    await trx
      .insertInto('custom_feeds')
      .values({
        account_id: accountId,
        id,
        number,
        name: checkFeedName(input.name),
        filters: JSON.stringify(input.filters),
        created_at: now,
        updated_at: now,
      })
      .execute();
    const { filters, name, ...rest } = input;
    await applyChange(ctx, trx, accountId, { id, number, name: name.trim(), filters, alertSettings: noAlerts, connectedList: null }, rest);
    await auditFeed(ctx, trx, accountId, 'feed.created', { id, name: name.trim() });
  });
  return getCustomFeed(ctx, accountId, id);
}

export async function updateFeed(ctx: Context, accountId: string, feedId: string, change: FeedChange): Promise<CustomFeed> {
  const { id } = await getCustomFeed(ctx, accountId, feedId);
  await ctx.db.transaction().execute(async (trx) => {
    await lockFeed(trx, accountId, sql`id = ${id}`);
    const before = await getCustomFeed({ ...ctx, db: trx }, accountId, id);
    await applyChange(ctx, trx, accountId, before, change);
    const changed = Object.entries(change).flatMap(([part, value]) => (value === undefined ? [] : part));
    await auditFeed(ctx, trx, accountId, 'feed.changed', before, changed);
  });
  return getCustomFeed(ctx, accountId, id);
}

/** Concurrent changes of a feed must not overwrite each other's alert settings, and must see the list that another one created. */
async function lockFeed(trx: Transaction<DB>, accountId: string, condition: RawBuilder<unknown>): Promise<void> {
  await sql`select 1 from custom_feeds where account_id = ${accountId} and ${condition} for no key update`.execute(trx);
}

/** Changes the alerts of a built-in feed. */
export async function updateBuiltInAlerts(
  ctx: Context,
  accountId: string,
  { id: builtInId, name }: { id: BuiltInFeedId; name: string },
  alertSettings: Partial<AlertSettings>,
): Promise<CustomFeed> {
  const now = ctx.clock.now();
  const number = firstOf(await ctx.ids.records(ctx.db, 1));
  return ctx.db.transaction().execute(async (trx) => {
    await sql`
      insert into custom_feeds (account_id, id, number, name, filters, built_in_id, created_at, updated_at)
      values (${accountId}, ${ctx.ids.uuid()}, ${number}, ${name}, '{"all":[]}', ${builtInId}, ${now}, ${now})
      on conflict (account_id, built_in_id) where built_in_id is not null do nothing`.execute(trx);
    const bound = { ...ctx, db: trx };
    await lockFeed(trx, accountId, sql`built_in_id = ${builtInId}`);
    const before = required(await findAlertRow(bound, accountId, builtInId));
    await updateAlertSettings(ctx, trx, accountId, before.id, {
      before: before.alertSettings,
      requested: alertSettings,
      haveFiltersChanged: false,
    });
    await auditFeed(ctx, trx, accountId, 'feed.changed', before, ['alertSettings']);
    return required(await findAlertRow(bound, accountId, builtInId));
  });
}

/** Deletes a feed, the list that follows it, and its folder if that becomes empty. */
export async function deleteFeed(ctx: Context, accountId: string, feedId: string): Promise<void> {
  const { id } = await getCustomFeed(ctx, accountId, feedId);
  await ctx.db.transaction().execute(async (trx) => {
    await lockFeed(trx, accountId, sql`id = ${id}`);
    const feed = await getCustomFeed({ ...ctx, db: trx }, accountId, id);
    if (feed.connectedList) await disconnectList({ ...ctx, db: trx }, accountId, feed.id, feed.connectedList);
    await removeFromCampaigns(trx, accountId, { feedId: feed.id });
    await trx.deleteFrom('custom_feeds').where('account_id', '=', accountId).where('id', '=', feed.id).execute();
    await removeEmptyFolders(trx, accountId);
    await auditFeed(ctx, trx, accountId, 'feed.deleted', feed);
  });
}

/** Records in the audit log which parts changed, but not their values: a webhook URL may contain a secret. */
function auditFeed(
  ctx: Context,
  trx: Transaction<DB>,
  accountId: string,
  action: string,
  { id, name }: { id: string; name: string },
  changed?: string[],
) {
  return recordAudit(ctx, trx, {
    for: { accountId },
    action,
    subject: { kind: 'feed', id },
    detail: { name, ...(changed && { changed }) },
  });
}

type Before = Pick<CustomFeed, 'id' | 'number' | 'name' | 'filters' | 'alertSettings' | 'connectedList'>;

/** Changes a feed, and the alerts, automations and list that depend on it. */
async function applyChange(ctx: Context, trx: Transaction<DB>, accountId: string, before: Before, change: FeedChange): Promise<void> {
  const { name, description, filters, sort, view, alertSettings, folder, connectedList, ownerId } = change;
  if (ownerId) await requireMember(trx, accountId, ownerId);
  const folderId = folder ? await getOrCreateFolder(ctx, trx, accountId, folder) : null;
  await trx
    .updateTable('custom_feeds')
    .set({
      ...(name === undefined ? {} : { name: checkFeedName(name) }),
      ...(description === undefined ? {} : { description }),
      ...(filters === undefined ? {} : { filters: JSON.stringify(filters) }),
      ...(sort === undefined ? {} : { sort }),
      ...(view === undefined ? {} : { view: view && JSON.stringify(view) }),
      ...(folder === undefined ? {} : { folder_id: folderId }),
      ...(ownerId === undefined ? {} : { owner_id: ownerId }),
      updated_at: ctx.clock.now(),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', before.id)
    .execute();
  await updateAlertSettings(ctx, trx, accountId, before.id, {
    before: before.alertSettings,
    requested: alertSettings,
    haveFiltersChanged: filters !== undefined && !isDeepStrictEqual(filters, before.filters),
  });
  if (filters !== undefined)
    await trx
      .updateTable('automations')
      .set({ checked_at: null })
      .where('account_id', '=', accountId)
      .where('feed_id', '=', before.number)
      .execute();
  if (folder !== undefined) await removeEmptyFolders(trx, accountId);
  if (connectedList) await connectList(ctx, trx, accountId, { ...before, name: name?.trim() ?? before.name }, connectedList);
  else if (connectedList === null && before.connectedList) {
    await disconnectList({ ...ctx, db: trx }, accountId, before.id, before.connectedList);
  } else if (filters !== undefined && before.connectedList) {
    await enqueueFollowFeed(ctx, trx, accountId, before.connectedList.number);
  }
}

async function requireMember(trx: Transaction<DB>, accountId: string, userId: string): Promise<void> {
  const members = await loadMembers({ db: trx }, accountId, [userId]);
  if (members.length > 0) return;
  throw new Problem('invalid_input', {
    title: 'The owner of a feed must be a user of the account.',
    related: { name: 'owner', attribute: 'id' },
    parameter: 'ownerId',
  });
}

function checkFeedName(name: string): string {
  const clean = name.trim();
  if (clean !== '' && clean.length <= maxFeedNameLength) return clean;
  const title = `The name of a feed must have 1 to ${maxFeedNameLength} characters.`;
  throw new Problem('invalid_input', { title, attribute: 'name', parameter: 'name' });
}
