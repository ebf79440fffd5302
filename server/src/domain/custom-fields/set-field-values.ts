import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { recordFeedChanges } from '../feed-changes/record-feed-changes.ts';
import { type CustomField, type FieldScope, type FieldValue, isSettable } from './custom-field.ts';
import { type FieldFailure, FieldProblems } from './field-problems.ts';
import { fieldOf } from './list-fields.ts';
import { storeFieldValues } from './store-field-values.ts';
import { valueError } from './value-error.ts';

export type FieldPatch = Record<string, FieldValue>;

/** Merge patch: updates only the given fields of a record, atomically. Null clears a field. */
export async function setFieldValues(
  ctx: Context,
  accountId: string,
  record: { scope: FieldScope; id: string },
  patch: FieldPatch,
): Promise<void> {
  await ctx.db.transaction().execute((trx) => setFieldValuesWithin(ctx, trx, accountId, record, patch));
}

/** Like `setFieldValues`, in the caller's transaction. */
export async function setFieldValuesWithin(
  ctx: Pick<Context, 'clock'>,
  trx: Transaction<DB>,
  accountId: string,
  record: { scope: FieldScope; id: string },
  patch: FieldPatch,
): Promise<void> {
  const fieldIds = Object.keys(patch).sort();
  // Serializes patches of one record, even if one clears what the other sets.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fields ${accountId} ${record.scope} ${record.id}`}, 0))`.execute(trx);
  const rows = await trx.selectFrom('custom_fields').selectAll().where('account_id', '=', accountId).where('id', 'in', fieldIds).execute();
  const failures = failuresOf(rows.map(fieldOf), record.scope, patch);
  if (failures.length > 0) throw new FieldProblems(failures);
  const cleared = fieldIds.filter((id) => patch[id] === null);
  const set = Object.entries(patch).filter(([, value]) => value !== null);
  if (cleared.length > 0) {
    await trx
      .deleteFrom('custom_field_values')
      .where('account_id', '=', accountId)
      .where('scope', '=', record.scope)
      .where('record_id', '=', record.id)
      .where('field_id', 'in', cleared)
      .execute();
  }
  await storeFieldValues(ctx, trx, accountId, record, Object.fromEntries(set));
  if (record.scope === 'company') await recordFeedChanges(trx, accountId, [record.id]);
}

function failuresOf(fields: CustomField[], scope: FieldScope, patch: FieldPatch): FieldFailure[] {
  return Object.entries(patch).flatMap(([fieldId, value]): FieldFailure | FieldFailure[] => {
    const field = fields.find(({ id }) => id === fieldId);
    if (!field || field.scope !== scope) {
      return { fieldId, kind: 'invalid_input', title: `There is no custom field ${JSON.stringify(fieldId)} for a ${scope}.` };
    }
    if (!field.editable) return { fieldId, kind: 'read_only', title: 'This field is managed by a CRM and cannot be set.' };
    const error = isSettable(field.type) ? valueError(field.type, value) : `Fields of the type ${field.type} cannot be set.`;
    return error === null ? [] : { fieldId, kind: 'invalid_input', title: error };
  });
}
