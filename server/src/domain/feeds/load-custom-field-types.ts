import type { Context } from '../context.ts';
import type { CustomFieldTypes } from './feed-fields.ts';

/** Loads the types of the account's custom fields that feeds can use. */
export async function loadCustomFieldTypes(ctx: Pick<Context, 'db'>, accountId: string): Promise<CustomFieldTypes> {
  const rows = await ctx.db
    .selectFrom('custom_fields')
    .select(['id', 'type'])
    .where('account_id', '=', accountId)
    .where('scope', '=', 'company')
    .execute();
  return new Map(rows.map(({ id, type }) => [id, type]));
}
