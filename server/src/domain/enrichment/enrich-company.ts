import { required } from '../../lib/required.ts';
import { openCompanies } from '../companies/open-companies.ts';
import type { Context } from '../context.ts';
import type { FieldValue } from '../custom-fields/custom-field.ts';
import { getField } from '../custom-fields/list-fields.ts';
import { storeFieldValues } from '../custom-fields/store-field-values.ts';
import { answerFromFacts } from './answer-from-facts.ts';
import type { AiFieldType } from './field-provider.ts';
import { loadFacts } from './load-facts.ts';

/** One record of an enrichment job. */
type EnrichmentWork = {
  account: { id: string; monthlyCredits: number; timezone: string };
  jobId: string;
  configuration: { custom_field_id?: string };
};

/**
 * Answers a field's question about one company and stores the answer. Only an answer is charged, and only if the company is not open yet.
 */
export async function enrichCompany(
  ctx: Context,
  { account, jobId, configuration }: EnrichmentWork,
  companyId: string,
): Promise<{ status: string; result: unknown }> {
  const field = await getField(ctx, account.id, required(configuration.custom_field_id));
  const company = await loadFacts(ctx, account, companyId);
  if (company === null) return { status: 'not_found', result: null };
  const provider = ctx.aiFields ?? answerFromFacts;
  const question = { fieldName: field.name, type: field.type as AiFieldType, prompt: field.prompt ?? '', company };
  const value = checkedValue(field.type as AiFieldType, await provider.answer(question));
  if (value === null) return { status: 'no_answer', result: null };
  await openCompanies(ctx, account, [companyId], { operation: 'createCompanyEnrichmentJob', requestId: jobId });
  await storeFieldValues(ctx, ctx.db, account.id, { scope: 'company', id: companyId }, { [field.id]: value });
  return { status: 'enriched', result: { value } };
}

/** An external provider may return any type. */
function checkedValue(type: AiFieldType, value: FieldValue): FieldValue {
  if (type === 'ai_number') return typeof value === 'number' && Number.isFinite(value) ? value : null;
  if (type === 'ai_boolean') return typeof value === 'boolean' ? value : null;
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 10_000) : null;
}
