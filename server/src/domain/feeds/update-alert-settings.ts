import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { AlertSettings } from './alert-settings.ts';
import { checkWebhook } from './check-webhook.ts';
import { loadMembers } from './custom-feed.ts';

type AlertSettingsChange = { before: AlertSettings; requested: Partial<AlertSettings> | undefined; haveFiltersChanged: boolean };

/** Prefix of secrets in Standard Webhooks. */
const secretPrefix = 'whsec_';

/**
 * Stores the alert settings of a feed. When alerts are turned on, or the filters of the feed change, leads already in the feed do not count
 * as new: the next check records them again as known.
 */
export async function updateAlertSettings(
  ctx: Context,
  trx: Transaction<DB>,
  accountId: string,
  feedId: string,
  { before, requested, haveFiltersChanged }: AlertSettingsChange,
): Promise<void> {
  const after = { ...before, ...requested };
  if (requested?.recipients) await requireMembers(trx, accountId, requested.recipients);
  if (requested?.webhook) checkWebhook(requested.webhook, ctx.outgoing?.webhooks.allowsPrivate ?? false);
  const shouldStartOver = isEnabled(after) && (haveFiltersChanged || !isEnabled(before));
  const isTurnedOff = !isEnabled(after) && isEnabled(before);
  if (requested === undefined && !shouldStartOver) return;
  await trx
    .updateTable('custom_feeds')
    .set({
      alert_settings: JSON.stringify(after),
      ...(shouldStartOver && { alerts_since: ctx.clock.now(), known_leads_at: null, alerts_checked_at: null }),
      ...(isTurnedOff && { alerts_since: null, known_leads_at: null }),
      ...(after.webhook === null && { webhook_secret: null }),
      ...(after.webhook !== null && before.webhook === null && { webhook_secret: createWebhookSecret() }),
      // Setting the URL re-enables a disabled webhook.
      ...(requested?.webhook !== undefined && { webhook_disabled_at: null, webhook_failing_since: null }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', feedId)
    .execute();
  if (shouldStartOver || isTurnedOff)
    await sql`delete from alert_known_leads where account_id = ${accountId} and feed_id = ${feedId}`.execute(trx);
}

export function createWebhookSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`;
}

function isEnabled({ email, webhook, recipients }: AlertSettings): boolean {
  return email || webhook !== null || recipients.length > 0;
}

async function requireMembers(trx: Transaction<DB>, accountId: string, userIds: string[]): Promise<void> {
  const members = await loadMembers({ db: trx }, accountId, userIds);
  if (userIds.every((userId) => members.some(({ id }) => id === userId))) return;
  throw new Problem('invalid_input', { title: 'Only users of the account can be notified by e-mail.', parameter: 'recipients' });
}
