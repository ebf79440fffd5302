import type { Selectable } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { CustomField, FieldScope } from './custom-field.ts';

type FieldsQuery = { scope: FieldScope | null; offset: number; limit: number };

export async function listFields(
  ctx: Context,
  accountId: string,
  { scope, offset, limit }: FieldsQuery,
): Promise<{ fields: CustomField[]; totalCount: number }> {
  const query = ctx.db
    .selectFrom('custom_fields')
    .where('account_id', '=', accountId)
    .where((eb) => (scope === null ? eb.lit(true) : eb('scope', '=', scope)));
  const [rows, counted] = await Promise.all([
    query.selectAll().orderBy('created_at').orderBy('id').limit(limit).offset(offset).execute(),
    query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { fields: rows.map(fieldOf), totalCount: Number(counted.total) };
}

export async function getField(ctx: Pick<Context, 'db'>, accountId: string, fieldId: string): Promise<CustomField> {
  const row = await ctx.db
    .selectFrom('custom_fields')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', fieldId)
    .executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no custom field ${JSON.stringify(fieldId)}.`);
  return fieldOf(row);
}

export function fieldOf(row: Selectable<DB['custom_fields']>): CustomField {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    type: row.type,
    description: row.description,
    editable: row.editable,
    prompt: row.prompt,
  };
}
