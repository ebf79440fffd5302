import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import type { FieldScope, FieldValue } from './custom-field.ts';

/** Writes checked values of a record's fields. */
export async function storeFieldValues(
  ctx: Pick<Context, 'clock'>,
  db: Database,
  accountId: string,
  record: { scope: FieldScope; id: string },
  values: Record<string, FieldValue>,
): Promise<void> {
  const rows = Object.entries(values).map(([fieldId, value]) => ({
    account_id: accountId,
    scope: record.scope,
    record_id: record.id,
    field_id: fieldId,
    value: JSON.stringify(value),
    updated_at: ctx.clock.now(),
  }));
  if (rows.length === 0) return;
  await db
    .insertInto('custom_field_values')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'scope', 'record_id', 'field_id'])
        .doUpdateSet((eb) => ({ value: eb.ref('excluded.value'), updated_at: eb.ref('excluded.updated_at') })),
    )
    .execute();
}
