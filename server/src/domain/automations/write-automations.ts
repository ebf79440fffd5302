import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { withAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { createWebhookSecret } from '../feeds/update-alert-settings.ts';
import { isUniqueViolation } from '../is-unique-violation.ts';
import { Problem } from '../problem.ts';
import { automationNotFound, checkAutomation, checkNameAndActions, type NewAutomation } from './automation.ts';

const maxAutomations = 100;

/** Creates an automation. The secret with which its pushes are signed is shown once. */
export async function createAutomation(
  ctx: Context,
  accountId: string,
  input: NewAutomation & { createdBy: string },
): Promise<{ id: string; webhookSecret: string | null }> {
  await checkAutomation(ctx, accountId, input);
  const { name, feedId, actions, createdBy } = input;
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  const webhookSecret = actions.webhook === null ? null : createWebhookSecret();
  const row = {
    account_id: accountId,
    id,
    name: name.trim(),
    feed_id: feedId,
    actions: JSON.stringify(actions),
    webhook_secret: webhookSecret,
    created_by: createdBy,
    created_at: ctx.clock.now(),
  };
  await saveWithUniqueName(() =>
    withAudit(
      ctx,
      async (trx) => {
        // Locks the account, so that concurrent calls cannot exceed the limit.
        await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx);
        const others = await trx.selectFrom('automations').select('id').where('account_id', '=', accountId).execute();
        if (others.length >= maxAutomations)
          throw new Problem('conflict', `An account can have at most ${maxAutomations} automations: delete one first.`);
        await trx.insertInto('automations').values(row).execute();
      },
      () => ({ for: { accountId }, action: 'automation.created', subject: { kind: 'automation', id }, detail: { name } }),
    ),
  );
  return { id, webhookSecret };
}

type AutomationChange = NewAutomation & { isOn: boolean };

/**
 * Changes an automation. If its feed changes or it is turned on again, it acts only on companies that enter the feed from then on, and not
 * on those it has already acted on.
 */
export async function updateAutomation(
  ctx: Context,
  accountId: string,
  automationId: string,
  change: AutomationChange,
): Promise<{ webhookSecret: string | null }> {
  // What an automation refers to may have been deleted since, which must not prevent turning it off.
  if (change.isOn) await checkAutomation(ctx, accountId, change);
  else checkNameAndActions(ctx, change);
  const id = checkRecordId(automationId, 'automation');
  const { name, feedId, actions, isOn } = change;
  const update = async (trx: Context['db']) => {
    const before = await trx
      .selectFrom('automations')
      .select(['feed_id', 'is_on', 'webhook_secret'])
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw automationNotFound(automationId);
    const newSecret = actions.webhook !== null && before.webhook_secret === null ? createWebhookSecret() : null;
    const shouldStartOver = before.feed_id !== feedId || (isOn && !before.is_on);
    await trx
      .updateTable('automations')
      .set({
        name: name.trim(),
        feed_id: feedId,
        actions: JSON.stringify(actions),
        is_on: isOn,
        ...(actions.webhook === null && { webhook_secret: null }),
        ...(newSecret !== null && { webhook_secret: newSecret }),
        ...(shouldStartOver && { known_leads_at: null, checked_at: null }),
      })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
    if (before.feed_id !== feedId) await forgetFeedLeads(trx, accountId, id);
    return { webhookSecret: newSecret };
  };
  const detail = { name, is_on: isOn };
  return saveWithUniqueName(() =>
    withAudit(ctx, update, () => ({ for: { accountId }, action: 'automation.changed', subject: { kind: 'automation', id }, detail })),
  );
}

/** Deletes the records of companies that were in the feed without being acted on. The others are the activity log of the automation. */
async function forgetFeedLeads(trx: Context['db'], accountId: string, automationId: string): Promise<void> {
  await trx
    .deleteFrom('automation_leads')
    .where('account_id', '=', accountId)
    .where('automation_id', '=', automationId)
    .where('actions', 'is', null)
    .execute();
}

export async function deleteAutomation(ctx: Context, accountId: string, automationId: string): Promise<void> {
  const id = checkRecordId(automationId, 'automation');
  const remove = async (trx: Context['db']) => {
    const deleted = await trx.deleteFrom('automations').where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
    if (deleted.numDeletedRows === 0n) throw automationNotFound(automationId);
  };
  await withAudit(ctx, remove, () => ({ for: { accountId }, action: 'automation.deleted', subject: { kind: 'automation', id } }));
}

async function saveWithUniqueName<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Problem('conflict', { title: 'An automation with this name already exists.', parameter: 'name' });
  }
}
