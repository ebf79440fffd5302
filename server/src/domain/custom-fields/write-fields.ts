import { sql } from 'kysely';
import { changesBetween } from '../audit/changes-between.ts';
import { recordAudit, withAudit } from '../audit/record-audit.ts';
import { checkName } from '../check-name.ts';
import type { Context } from '../context.ts';
import { refuseWhileInFeeds } from '../feed-filters/list-feeds-using.ts';
import { Problem } from '../problem.ts';
import { type CustomField, type FieldScope, type FieldType, maxFields } from './custom-field.ts';
import { getField } from './list-fields.ts';
import { freeSlug, slugOf } from './slug.ts';

type NewField = {
  name: string;
  scope: FieldScope;
  type: FieldType;
  description?: string | null;
  editable?: boolean;
  prompt?: string | null;
};
type FieldChange = { name?: string; description?: string | null; editable?: boolean; prompt?: string | null };

export async function createField(ctx: Context, accountId: string, input: NewField): Promise<CustomField> {
  const name = checkName(input.name);
  const prompt = checkPrompt(input.type, input.prompt ?? null);
  return ctx.db.transaction().execute(async (trx) => {
    // Concurrent requests must not create two fields with the same slug.
    await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx);
    const rows = await trx.selectFrom('custom_fields').select('id').where('account_id', '=', accountId).execute();
    if (rows.length >= maxFields) throw new Problem('conflict', `An account can have at most ${maxFields} custom fields.`);
    const field: CustomField = {
      id: freeSlug(slugOf(name), new Set(rows.map(({ id }) => id))),
      name,
      scope: input.scope,
      type: input.type,
      description: input.description ?? null,
      editable: input.editable ?? true,
      prompt,
    };
    await trx
      .insertInto('custom_fields')
      .values({ account_id: accountId, ...field, created_at: ctx.clock.now() })
      .execute();
    const detail = { scope: field.scope, type: field.type };
    await recordAudit(ctx, trx, {
      for: { accountId },
      action: 'custom_field.created',
      subject: { kind: 'custom_field', id: field.id },
      detail,
    });
    return field;
  });
}

/** Updates only the given properties. */
export async function updateField(ctx: Context, accountId: string, fieldId: string, change: FieldChange): Promise<CustomField> {
  return ctx.db.transaction().execute(async (trx) => {
    // Concurrent changes of other properties must not be overwritten.
    await sql`select 1 from custom_fields where account_id = ${accountId} and id = ${fieldId} for update`.execute(trx);
    const before = await getField({ db: trx }, accountId, fieldId);
    const after: CustomField = {
      ...before,
      name: change.name === undefined ? before.name : checkName(change.name),
      description: change.description === undefined ? before.description : change.description,
      editable: change.editable ?? before.editable,
      prompt: change.prompt === undefined ? before.prompt : checkPrompt(before.type, change.prompt),
    };
    await trx
      .updateTable('custom_fields')
      .set({ name: after.name, description: after.description, editable: after.editable, prompt: after.prompt })
      .where('account_id', '=', accountId)
      .where('id', '=', fieldId)
      .execute();
    const detail = changesBetween(before, after);
    const subject = { kind: 'custom_field', id: fieldId };
    await recordAudit(ctx, trx, { for: { accountId }, action: 'custom_field.changed', subject, detail });
    return after;
  });
}

/** Deletes a field and its values. */
export async function deleteField(ctx: Context, accountId: string, fieldId: string): Promise<void> {
  await refuseWhileInFeeds(ctx, accountId, `The custom field ${JSON.stringify(fieldId)}`, { field: `custom_fields.${fieldId}` });
  const remove = async (trx: Context['db']) => {
    const deleted = await trx.deleteFrom('custom_fields').where('account_id', '=', accountId).where('id', '=', fieldId).executeTakeFirst();
    if (deleted.numDeletedRows === 0n) throw new Problem('not_found', `There is no custom field ${JSON.stringify(fieldId)}.`);
  };
  await withAudit(ctx, remove, () => ({
    for: { accountId },
    action: 'custom_field.deleted',
    subject: { kind: 'custom_field', id: fieldId },
  }));
}

function checkPrompt(type: FieldType, prompt: string | null): string | null {
  if (prompt === null || type.startsWith('ai_')) return prompt;
  throw new Problem('invalid_input', { title: 'Only AI fields have a prompt.', attribute: 'prompt' });
}
