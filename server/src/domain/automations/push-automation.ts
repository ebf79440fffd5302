import { signWebhook } from '../../lib/sign-webhook.ts';
import type { Context } from '../context.ts';

export const pushAutomationJobName = 'push-automation';

export type AutomationPush = {
  accountId: string;
  automationId: string;
  /** Stays the same on retries. */
  id: string;
  at: string;
  companies: { id: string; name: string; domain: string | null }[];
};

/** Posts companies to the webhook of an automation, signed as in Standard Webhooks. Throws on failure, so that the job queue retries. */
export async function pushAutomation(ctx: Context, push: AutomationPush): Promise<void> {
  const automation = await ctx.db
    .selectFrom('automations')
    .select(['name', 'actions', 'webhook_secret'])
    .where('account_id', '=', push.accountId)
    .where('id', '=', push.automationId)
    .executeTakeFirst();
  const url = automation?.actions.webhook;
  if (!automation || !url || automation.webhook_secret === null || !ctx.outgoing) return;
  const data = { account_id: push.accountId, automation: { id: push.automationId, name: automation.name }, companies: push.companies };
  const body = JSON.stringify({ type: 'automation.companies', timestamp: push.at, data });
  const status = await ctx.outgoing.webhooks.post({
    url,
    body,
    headers: signWebhook(automation.webhook_secret, { id: push.id, sentAt: ctx.clock.now(), body }),
  });
  if (status < 200 || status >= 300) throw new Error(`The webhook of automation ${push.automationId} responded with ${status}.`);
}
