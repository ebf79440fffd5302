import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { addDays, dayOf } from '../../lib/zoned-days.ts';
import { getAccount } from '../accounts/get-account.ts';
import { writeActivities } from '../activities/activities.ts';
import { excludeKnownByPreviousId } from '../companies/exclude-known-by-previous-id.ts';
import type { Context } from '../context.ts';
import { deleteFeedChanges, findChangedAccounts, isCheckDue, readFeedChanges } from '../feed-changes/read-feed-changes.ts';
import { recordFeedChanges } from '../feed-changes/record-feed-changes.ts';
import { findFeed } from '../feeds/get-feed.ts';
import { loadFeedScope } from '../feeds/load-feed-scope.ts';
import { feedLeads } from '../feeds/matching-leads.ts';
import { visitIntervalOf } from '../feeds/visit-interval.ts';
import { lockLanes } from '../lanes/lanes.ts';
import { loadLeads } from '../leads/load-leads.ts';
import { addItems } from '../lists/update-list-memberships.ts';
import { writeNotifications } from '../notifications/write-notifications.ts';
import { getOutreach } from '../settings/outreach.ts';
import { assignTags } from '../tags/assign-tags.ts';
import { listMembers } from '../users/members.ts';
import type { ActionKind, AutomationActions } from './automation.ts';
import { type AutomationPush, pushAutomationJobName } from './push-automation.ts';

export const runAutomationJobName = 'run-automation';

/** Only companies with visits in this period are checked, because a company usually enters a feed by visiting. */
const intervalDays = 30;

/** Maximum number of companies in one message to a webhook; the rest go into further messages. */
const maxCompaniesPerPush = 100;

type AutomationRow = {
  id: string;
  name: string;
  feed_id: string;
  actions: AutomationActions;
  created_by: string;
  known_leads_at: Date | null;
  checked_at: Date | null;
};

/** Runs the automations of an account. An automation that fails does not affect the others and runs again with the same changes. */
export async function runAutomationsOfAccount(ctx: Context, accountId: string): Promise<void> {
  const changes = await readFeedChanges(ctx.db, accountId, 'automations');
  const automations = await ctx.db
    .selectFrom('automations')
    .select(['id', 'known_leads_at'])
    .where('account_id', '=', accountId)
    .where('is_on', '=', true)
    .orderBy('id')
    .execute();
  // Batches of events that began before an automation was turned on record no feed changes, so its first check waits until they have ended.
  if (automations.some(({ known_leads_at }) => known_leads_at === null))
    await ctx.db.transaction().execute((trx) => lockLanes(trx, accountId));
  const errors: unknown[] = [];
  for (const { id } of automations) await runAutomation(ctx, accountId, id, changes.companyIds).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
  await deleteFeedChanges(ctx.db, accountId, changes);
}

/**
 * Acts on the companies that entered the feed of an automation since the last run. Only changed companies are checked, unless the daily
 * check of all companies is due. One transaction records a company and acts on it, so each is handled exactly once. Companies that were in
 * the feed before the automation was turned on are recorded without any action. If the feed was deleted, the automation is turned off.
 */
async function runAutomation(ctx: Context, accountId: string, automationId: string, changedIds: readonly string[]): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const automation = await trx
      .selectFrom('automations')
      .select(['id', 'name', 'feed_id', 'actions', 'created_by', 'known_leads_at', 'checked_at'])
      .where('account_id', '=', accountId)
      .where('id', '=', automationId)
      .where('is_on', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (!automation) return;
    const companyIds = await recordFeedLeads(ctx, trx, accountId, automation, changedIds);
    if (companyIds === null) {
      await trx
        .updateTable('automations')
        .set({ is_on: false })
        .where('account_id', '=', accountId)
        .where('id', '=', automation.id)
        .execute();
      return;
    }
    if (automation.known_leads_at === null) {
      await trx
        .updateTable('automations')
        .set({ known_leads_at: ctx.clock.now() })
        .where('account_id', '=', accountId)
        .where('id', '=', automation.id)
        .execute();
      return;
    }
    if (companyIds.length === 0) return;
    const done = await runActions(ctx, trx, accountId, automation, companyIds);
    await sql`
      update automation_leads set actions = ${done}::text[]
      where account_id = ${accountId} and automation_id = ${automation.id} and company_id = any(${companyIds}::bigint[])`.execute(trx);
  });
}

/** Records the companies in the feed and returns those that were not recorded yet, or null if the feed was deleted. */
async function recordFeedLeads(
  ctx: Context,
  trx: Transaction<DB>,
  accountId: string,
  automation: AutomationRow,
  changedIds: readonly string[],
): Promise<string[] | null> {
  const now = ctx.clock.now();
  const bound = { ...ctx, db: trx };
  const account = await getAccount(bound, accountId);
  const feed = await findFeed(bound, accountId, automation.feed_id);
  if (!feed) return null;
  const isDue = automation.known_leads_at === null || isCheckDue(automation.checked_at, now, account.timezone);
  if (!isDue && changedIds.length === 0) return [];
  // Recommended leads are ranked, so a change of one company can add another.
  const only = isDue || feed.id === 'recommended_leads' ? sql`` : sql`where lead.company_id = any(${changedIds}::bigint[])`;
  const today = dayOf(now.getTime(), account.timezone);
  const interval = visitIntervalOf(addDays(today, 1 - intervalDays), today, account.timezone);
  const scope = await loadFeedScope(bound, account, interval, { feed });
  const { rows } = await sql<{ company_id: string }>`
    insert into automation_leads (account_id, automation_id, company_id, seen_at)
    select ${accountId}::bigint, ${automation.id}::bigint, lead.company_id, ${now}::timestamptz from ${feedLeads(scope, feed)} as lead ${only}
    order by lead.company_id
    on conflict do nothing returning company_id`.execute(trx);
  const added = rows.map(({ company_id }) => company_id);
  if (isDue) await sql`update automations set checked_at = ${now} where account_id = ${accountId} and id = ${automation.id}`.execute(trx);
  return excludeKnownByPreviousId(
    trx,
    added,
    (previousId) => sql`exists (
      select 1 from automation_leads where account_id = ${accountId} and automation_id = ${automation.id} and company_id = ${previousId})`,
  );
}

/**
 * Carries out the actions of an automation, except those whose tag, list or user no longer exists. Returns those carried out, without the
 * webhook, which is only queued.
 */
async function runActions(
  ctx: Context,
  trx: Transaction<DB>,
  accountId: string,
  automation: AutomationRow,
  companyIds: string[],
): Promise<ActionKind[]> {
  const { tagId, assigneeId, listId, notify, webhook } = automation.actions;
  const done: ActionKind[] = [];
  const members = new Map((await listMembers({ db: trx }, accountId)).map(({ id, email }) => [id, email]));
  const record = (kind: string, ids: string[], detail: string | null) =>
    writeActivities(ctx, trx, { accountId, actorId: automation.created_by, companyIds: ids, kind, detail });
  await record('automated', companyIds, automation.name);
  const tag =
    tagId && (await trx.selectFrom('tags').select('name').where('account_id', '=', accountId).where('id', '=', tagId).executeTakeFirst());
  if (tagId && tag) {
    const tagged = await assignTags(trx, accountId, { companyIds, tagIds: [tagId], isOn: true });
    await record(
      'tagged',
      tagged.map(({ company_id }) => company_id),
      tag.name,
    );
    done.push('tag');
  }
  const listNumber = listId?.replace(/^\w+_/, '');
  const list =
    listNumber &&
    (await trx.selectFrom('lists').select('name').where('account_id', '=', accountId).where('id', '=', listNumber).executeTakeFirst());
  if (listNumber && list) {
    await record('listed', await addItems(trx, accountId, listNumber, companyIds, ctx.clock.now()), list.name);
    done.push('list');
  }
  const assignee = assigneeId && members.get(assigneeId);
  if (assigneeId && assignee) {
    const assigned = await sql<{ company_id: string }>`
      update leads set assignee_id = ${assigneeId} where account_id = ${accountId} and company_id = any(${companyIds}::bigint[])
        and assignee_id is null returning company_id`.execute(trx);
    const ids = assigned.rows.map(({ company_id }) => company_id);
    await recordFeedChanges(trx, accountId, ids);
    await record('assigned', ids, assignee);
    await writeNotifications(ctx, trx, {
      accountId,
      userIds: [assigneeId],
      kind: 'assigned',
      companyIds: ids,
      actorId: null,
      detail: automation.name,
    });
    done.push('assign');
  }
  const userIds = notify.filter((id) => members.has(id));
  if (userIds.length > 0) {
    await writeNotifications(ctx, trx, { accountId, userIds, kind: 'automation', companyIds, actorId: null, detail: automation.name });
    done.push('notify');
  }
  if (webhook !== null) {
    for (let index = 0; index < companyIds.length; index += maxCompaniesPerPush)
      await enqueuePush(ctx, trx, accountId, automation.id, companyIds.slice(index, index + maxCompaniesPerPush));
  }
  return done;
}

async function enqueuePush(
  ctx: Context,
  trx: Transaction<DB>,
  accountId: string,
  automationId: string,
  companyIds: string[],
): Promise<void> {
  const { skip_do_not_contact } = await getOutreach({ db: trx }, accountId);
  const leads = await loadLeads(trx, accountId, companyIds, { parts: ['doNotContact'] });
  const companies = leads
    .filter(({ doNotContact }) => !(skip_do_not_contact && doNotContact))
    .map(({ companyId, name, domain }) => ({ id: companyId, name, domain }));
  if (companies.length === 0) return;
  const push: AutomationPush = { accountId, automationId, id: ctx.ids.uuid(), at: ctx.clock.now().toISOString(), companies };
  await ctx.jobs.add(trx, pushAutomationJobName, push, { key: `${pushAutomationJobName}:${push.id}`, maxAttempts: 12 });
}

/** Queues a run of the automations of every account in which something has changed or a daily check is due. */
export async function enqueueAutomationRuns(ctx: Context): Promise<void> {
  for (const accountId of await findChangedAccounts(ctx, 'automations'))
    await ctx.jobs.add(ctx.db, runAutomationJobName, { accountId }, { key: `${runAutomationJobName}:${accountId}` });
}
