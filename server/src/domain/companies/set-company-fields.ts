import type { Context } from '../context.ts';
import { type FieldPatch, setFieldValues } from '../custom-fields/set-field-values.ts';
import { getCompanyId } from './get-company-id.ts';

/** Sets custom fields of a company and returns its current id. */
export async function setCompanyFields(ctx: Context, accountId: string, companyId: string, patch: FieldPatch): Promise<string> {
  const currentId = await getCompanyId(ctx, accountId, companyId);
  await setFieldValues(ctx, accountId, { scope: 'company', id: currentId }, patch);
  return currentId;
}
