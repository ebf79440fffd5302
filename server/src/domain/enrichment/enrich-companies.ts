import { isOneOf } from '../../lib/is-one-of.ts';
import { required } from '../../lib/required.ts';
import { findCurrentCompanyIds } from '../companies/find-current-company-ids.ts';
import { revealCompanies } from '../companies/reveal-companies.ts';
import type { Context } from '../context.ts';
import type { FieldValue } from '../custom-fields/custom-field.ts';
import { getField } from '../custom-fields/list-fields.ts';
import { storeFieldAnswers } from '../custom-fields/store-field-values.ts';
import { answerFromFacts } from './answer-from-facts.ts';
import type { AiFieldType } from './field-provider.ts';
import { aiFieldTypes } from './field-provider.ts';
import { loadCompanyFacts } from './load-company-facts.ts';

type EnrichmentWork = {
  account: { id: string; monthlyCredits: number; timezone: string };
  jobId: string;
  configuration: { custom_field_id?: string };
};

type Outcome = { status: string; result: unknown };

/** An external provider takes seconds per answer, so each answer is a batch: an interruption then loses at most one. */
export function enrichmentBatchSize(ctx: Context): number {
  return ctx.aiFields === undefined ? 100 : 1;
}

/**
 * Answers a field's question about companies and stores the answers. Charges a credit for each answer about a company that
 * is not revealed and has not visited. Returns an outcome for each company, in order.
 */
export async function enrichCompanies(
  ctx: Context,
  { account, jobId, configuration }: EnrichmentWork,
  companyIds: readonly string[],
): Promise<Outcome[]> {
  const field = await getField(ctx, account.id, required(configuration.custom_field_id));
  const { type } = field;
  if (!isOneOf(aiFieldTypes, type)) throw new Error(`The field ${field.id} is not an AI field.`);
  // Companies may have been merged since the job was created.
  const current = await findCurrentCompanyIds(ctx, account.id, companyIds);
  const facts = await loadCompanyFacts(ctx, account, [...new Set(current.values())]);
  const provider = ctx.aiFields ?? answerFromFacts;
  const outcomes: Outcome[] = [];
  const answers = new Map<string, FieldValue>();
  for (const id of companyIds) {
    const company = facts.get(current.get(id) ?? '');
    const value =
      company === undefined
        ? null
        : checkedValue(type, await provider.answer({ fieldName: field.name, type, prompt: field.prompt ?? '', company }));
    if (value !== null) answers.set(id, value);
    outcomes.push(
      company === undefined
        ? { status: 'not_found', result: null }
        : value === null
          ? { status: 'no_answer', result: null }
          : { status: 'enriched', result: { value } },
    );
  }
  // An external provider takes seconds, in which companies may have been merged again.
  const latest = await findCurrentCompanyIds(ctx, account.id, [...answers.keys()]);
  const found = new Map([...answers].map(([id, value]) => [latest.get(id) ?? id, value]));
  await revealCompanies(ctx, account, [...found.keys()], { operation: 'createCompanyEnrichmentJob', requestId: jobId });
  await storeFieldAnswers(ctx, account.id, field.id, found);
  return outcomes;
}

/** Returns null if the value does not have the type of the field: an external provider may return any type. */
function checkedValue(type: AiFieldType, value: FieldValue): FieldValue {
  if (type === 'ai_number') return typeof value === 'number' && Number.isFinite(value) ? value : null;
  if (type === 'ai_boolean') return typeof value === 'boolean' ? value : null;
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 10_000) : null;
}
