import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { dayOf } from '../../lib/zoned-days.ts';
import { getAccount } from '../accounts/get-account.ts';
import { writeActivities } from '../activities/activities.ts';
import type { Context } from '../context.ts';
import type { Feed } from '../feeds/feed.ts';
import { feedScope } from '../feeds/feed-scope.ts';
import { getFeed } from '../feeds/get-feed.ts';
import { feedLeads } from '../feeds/matching-leads.ts';
import { windowOf } from '../feeds/window.ts';
import { loadLeads } from '../leads/load-leads.ts';
import { addItems } from '../lists/update-memberships.ts';
import { writeNotifications } from '../notifications/write-notifications.ts';
import { Problem } from '../problem.ts';
import { assignTags } from '../tags/assign-tags.ts';
import { listMembers } from '../users/members.ts';
import type { ActionKind, AutomationActions } from './automation.ts';
import { pushAutomationName } from './push-automation.ts';

export const runAutomationName = 'run-automation';

/** A company enters a feed when it visits, so older visits need no look. */
const windowDays = 30;

type Rule = { id: string; name: string; feed_id: string; actions: AutomationActions; created_by: string; known_leads_at: Date | null };

/**
 * Acts on the companies that entered the feed of a rule since the last run. Recording a company and acting on it is one transaction, so each
 * company is handled exactly once. Companies that were in the feed before the rule was turned on are recorded without any action. If the
 * feed was deleted, the rule is turned off.
 */
export async function runAutomation(ctx: Context, accountId: string, automationId: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const rule = await trx
      .selectFrom('automations')
      .select(['id', 'name', 'feed_id', 'actions', 'created_by', 'known_leads_at'])
      .where('account_id', '=', accountId)
      .where('id', '=', automationId)
      .where('is_on', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (!rule) return;
    const companyIds = await noteLeads(ctx, trx, accountId, rule);
    if (companyIds === null) {
      await trx.updateTable('automations').set({ is_on: false }).where('account_id', '=', accountId).where('id', '=', rule.id).execute();
      return;
    }
    if (rule.known_leads_at === null) {
      await trx
        .updateTable('automations')
        .set({ known_leads_at: ctx.clock.now() })
        .where('account_id', '=', accountId)
        .where('id', '=', rule.id)
        .execute();
      return;
    }
    if (companyIds.length === 0) return;
    const done = await act(ctx, trx, accountId, rule, companyIds);
    await sql`
      update automation_leads set actions = ${done}::text[]
      where account_id = ${accountId} and automation_id = ${rule.id} and company_id = any(${companyIds}::bigint[])`.execute(trx);
  });
}

/** Records the companies in the feed and returns those that were not recorded yet, or null if the feed was deleted. */
async function noteLeads(ctx: Context, trx: Transaction<DB>, accountId: string, rule: Rule): Promise<string[] | null> {
  const now = ctx.clock.now();
  const bound = { ...ctx, db: trx };
  const account = await getAccount(bound, accountId);
  const feed = await findFeed(bound, accountId, rule.feed_id);
  if (!feed) return null;
  const dayAt = (time: number) => dayOf(time, account.timezone);
  const window = windowOf(dayAt(now.getTime() - windowDays * 86_400_000), dayAt(now.getTime()), account.timezone);
  const scope = await feedScope(bound, account, window, feed);
  const { rows } = await sql<{ company_id: string }>`
    insert into automation_leads (account_id, automation_id, company_id, seen_at)
    select ${accountId}::bigint, ${rule.id}::bigint, lead.company_id, ${now}::timestamptz from ${feedLeads(scope, feed)} as lead
    order by lead.company_id
    on conflict do nothing returning company_id`.execute(trx);
  return rows.map(({ company_id }) => company_id);
}

async function findFeed(ctx: Context, accountId: string, feedId: string): Promise<Feed | null> {
  try {
    return await getFeed(ctx, accountId, feedId);
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not_found') return null;
    throw error;
  }
}

/** Skips actions whose tag, list or user no longer exists. Returns those that were carried out. */
async function act(ctx: Context, trx: Transaction<DB>, accountId: string, rule: Rule, companyIds: string[]): Promise<ActionKind[]> {
  const { tagId, assigneeId, listId, notify, webhook } = rule.actions;
  const done: ActionKind[] = [];
  const members = new Set((await listMembers({ db: trx }, accountId)).map(({ id }) => id));
  const record = (kind: string, ids: string[], detail: string | null) =>
    writeActivities(ctx, trx, { accountId, actorId: rule.created_by, companyIds: ids, kind, detail });
  await record('automated', companyIds, rule.name);
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
  const number = listId?.replace(/^\w+_/, '');
  const list =
    number &&
    (await trx.selectFrom('lists').select('name').where('account_id', '=', accountId).where('id', '=', number).executeTakeFirst());
  if (number && list) {
    await record('listed', await addItems(trx, accountId, number, companyIds, ctx.clock.now()), list.name);
    done.push('list');
  }
  if (assigneeId && members.has(assigneeId)) {
    const assigned = await sql<{ company_id: string }>`
      update leads set assignee_id = ${assigneeId} where account_id = ${accountId} and company_id = any(${companyIds}::bigint[])
        and assignee_id is null returning company_id`.execute(trx);
    const ids = assigned.rows.map(({ company_id }) => company_id);
    await record('assigned', ids, null);
    await writeNotifications(ctx, trx, {
      accountId,
      userIds: [assigneeId],
      kind: 'assigned',
      companyIds: ids,
      actorId: null,
      detail: rule.name,
    });
    done.push('assign');
  }
  const told = notify.filter((id) => members.has(id));
  if (told.length > 0) {
    await writeNotifications(ctx, trx, { accountId, userIds: told, kind: 'automation', companyIds, actorId: null, detail: rule.name });
    done.push('notify');
  }
  if (webhook !== null) {
    const leads = await loadLeads(trx, accountId, companyIds, { parts: [] });
    const companies = leads.map(({ companyId, name, domain }) => ({ id: companyId, name, domain }));
    const payload = { accountId, automationId: rule.id, id: ctx.ids.uuid(), at: ctx.clock.now().toISOString(), companies };
    await ctx.jobs.add(trx, pushAutomationName, payload, { key: `${pushAutomationName}:${payload.id}`, maxAttempts: 12 });
    done.push('push');
  }
  return done;
}

/** Queues a run of every rule that is on. */
export async function runAutomations(ctx: Context): Promise<void> {
  const rules = await ctx.db.selectFrom('automations').select(['account_id', 'id']).where('is_on', '=', true).execute();
  for (const { account_id, id } of rules) {
    const payload = { accountId: account_id, automationId: id };
    await ctx.jobs.add(ctx.db, runAutomationName, payload, { key: `${runAutomationName}:${account_id}:${id}` });
  }
}
