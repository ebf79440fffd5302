import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { signWebhook } from '../../lib/sign-webhook.ts';
import { writeActivities } from '../activities/activities.ts';
import type { Context } from '../context.ts';
import type { ActionKind } from './automation.ts';

export const pushAutomationJobName = 'push-automation';

export type AutomationPush = {
  accountId: string;
  automationId: string;
  /** Stays the same on retries. */
  id: string;
  at: string;
  companies: { id: string; name: string; domain: string | null }[];
};

/**
 * Posts companies to the webhook of an automation that is on, signed as in Standard Webhooks, and records it. Throws on failure, so that the
 * job queue retries, except after the last attempt, whose failure is recorded for the account.
 */
export async function pushAutomation(ctx: Context, push: AutomationPush, isLastAttempt: boolean): Promise<void> {
  const automation = await ctx.db
    .selectFrom('automations')
    .select(['name', 'actions', 'webhook_secret', 'created_by'])
    .where('account_id', '=', push.accountId)
    .where('id', '=', push.automationId)
    .where('is_on', '=', true)
    .executeTakeFirst();
  const url = automation?.actions.webhook;
  if (!automation || !url || automation.webhook_secret === null || !ctx.outgoing) return;
  const data = { account_id: push.accountId, automation: { id: push.automationId, name: automation.name }, companies: push.companies };
  const body = JSON.stringify({ type: 'automation.companies', timestamp: push.at, data });
  const headers = signWebhook(automation.webhook_secret, { id: push.id, sentAt: ctx.clock.now(), body });
  try {
    const status = await ctx.outgoing.webhooks.post({ url, body, headers });
    if (status < 200 || status >= 300) throw new Error(`The webhook of automation ${push.automationId} responded with ${status}.`);
  } catch (error) {
    if (!isLastAttempt) throw error;
    ctx.log.warn({ err: error, accountId: push.accountId }, 'The webhook of an automation failed; giving up');
    await recordAction(ctx.db, push, 'push_failed');
    return;
  }
  await ctx.db.transaction().execute(async (trx) => {
    const companyIds = await recordAction(trx, push, 'push');
    const { name, created_by } = automation;
    await writeActivities(ctx, trx, { accountId: push.accountId, actorId: created_by, companyIds, kind: 'pushed', detail: name });
  });
}

/** Adds the action to the activity log of the automation. Returns the companies, except those that have been merged since. */
async function recordAction(db: Database, { accountId, automationId, companies }: AutomationPush, action: ActionKind): Promise<string[]> {
  const ids = companies.map(({ id }) => id);
  const { rows } = await sql<{ company_id: string }>`
    update automation_leads set actions = array_append(actions, ${action}::text)
    where account_id = ${accountId} and automation_id = ${automationId} and company_id = any(${ids}::bigint[])
    returning company_id`.execute(db);
  return rows.map(({ company_id }) => company_id);
}
