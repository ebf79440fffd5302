import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { recordFeedChanges } from '../feed-changes/record-feed-changes.ts';
import type { FieldScope, FieldValue } from './custom-field.ts';

type FieldRecord = { scope: FieldScope; id: string };

/** Stores values for fields of one record. The caller has validated them. */
export async function storeFieldValues(
  ctx: Pick<Context, 'clock'>,
  db: Database,
  accountId: string,
  record: FieldRecord,
  values: Record<string, FieldValue>,
): Promise<void> {
  await store(
    ctx,
    db,
    accountId,
    Object.entries(values).map(([fieldId, value]) => ({ record, fieldId, value })),
  );
}

/** Stores values for one field of several companies. The caller has validated them. */
export async function storeFieldAnswers(
  ctx: Pick<Context, 'clock' | 'db'>,
  accountId: string,
  fieldId: string,
  answers: ReadonlyMap<string, FieldValue>,
): Promise<void> {
  const values = [...answers].map(([id, value]) => ({ record: { scope: 'company' as const, id }, fieldId, value }));
  await ctx.db.transaction().execute(async (trx) => {
    await store(ctx, trx, accountId, values);
    await recordFeedChanges(trx, accountId, answers.keys());
  });
}

async function store(
  ctx: Pick<Context, 'clock'>,
  db: Database,
  accountId: string,
  values: readonly { record: FieldRecord; fieldId: string; value: FieldValue }[],
): Promise<void> {
  if (values.length === 0) return;
  const rows = values.map(({ record, fieldId, value }) => ({
    account_id: accountId,
    scope: record.scope,
    record_id: record.id,
    field_id: fieldId,
    value: JSON.stringify(value),
    updated_at: ctx.clock.now(),
  }));
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
