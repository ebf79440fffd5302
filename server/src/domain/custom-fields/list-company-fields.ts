import type { Context } from '../context.ts';
import { type FieldType, type FieldValue, maxFields } from './custom-field.ts';
import { listFields } from './list-fields.ts';

type FieldOfCompany = {
  id: string;
  name: string;
  type: FieldType;
  description: string | null;
  editable: boolean;
  value: FieldValue;
};

/** Lists the account's company fields with the values of one company. */
export async function listCompanyFields(ctx: Context, accountId: string, companyId: string): Promise<FieldOfCompany[]> {
  const [{ fields }, rows] = await Promise.all([
    listFields(ctx, accountId, { scope: 'company', offset: 0, limit: maxFields }),
    ctx.db
      .selectFrom('custom_field_values')
      .select(['field_id', 'value'])
      .where('account_id', '=', accountId)
      .where('scope', '=', 'company')
      .where('record_id', '=', companyId)
      .execute(),
  ]);
  const values = new Map(rows.map(({ field_id, value }) => [field_id, value]));
  return fields.map(({ id, name, type, description, editable }) => ({
    id,
    name,
    type,
    description,
    editable,
    value: values.get(id) ?? null,
  }));
}
