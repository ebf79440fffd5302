import { signWebhook } from '../../lib/sign-webhook.ts';
import type { Context } from '../context.ts';

export const pushAutomationName = 'push-automation';

export type AutomationPush = {
  accountId: string;
  automationId: string;
  /** Stays the same on retries. */
  id: string;
  at: string;
  companies: { id: string; name: string; domain: string | null }[];
};

/** Posts companies to the webhook of a rule, signed as in Standard Webhooks. A failure throws, so that the job queue retries. */
export async function pushAutomation(ctx: Context, push: AutomationPush): Promise<void> {
  const rule = await ctx.db
    .selectFrom('automations')
    .select(['name', 'actions', 'webhook_secret'])
    .where('account_id', '=', push.accountId)
    .where('id', '=', push.automationId)
    .executeTakeFirst();
  const url = rule?.actions.webhook;
  if (!rule || !url || rule.webhook_secret === null || !ctx.outgoing) return;
  const data = { account_id: push.accountId, automation: { id: push.automationId, name: rule.name }, companies: push.companies };
  const body = JSON.stringify({ type: 'automation.companies', timestamp: push.at, data });
  const status = await ctx.outgoing.webhooks.post({
    url,
    body,
    headers: signWebhook(rule.webhook_secret, { id: push.id, sentAt: ctx.clock.now(), body }),
  });
  if (status < 200 || status >= 300) throw new Error(`The webhook of rule ${push.automationId} responded with ${status}.`);
}
