import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { findCurrentCompanyIds } from '../companies/find-current-company-ids.ts';
import type { Context } from '../context.ts';
import { revealedSince } from '../credits/credit-month.ts';
import { getField } from '../custom-fields/list-fields.ts';
import { type RecordSelection, resolveRecordIds } from '../lists/resolve-record-ids.ts';
import { Problem } from '../problem.ts';

export type Estimate = {
  /** All requested records, including those that do not exist; the job reports them. */
  recordIds: string[];
  eligible: number;
  alreadyCovered: number;
  estimatedCredits: number;
};

/** Estimates a job: the number of companies, how many of them are revealed already, and the maximum cost of the rest. */
export async function estimateEnrichment(ctx: Context, accountId: string, fieldId: string, selection: RecordSelection): Promise<Estimate> {
  const field = await getField(ctx, accountId, fieldId);
  if (field.scope !== 'company' || !field.type.startsWith('ai_')) {
    const title = `The field ${field.id} is not an AI field of companies.`;
    throw new Problem('invalid_input', { title, attribute: 'custom_field_id' });
  }
  const requestedIds = await resolveRecordIds(ctx, accountId, 'company', selection);
  const current = await findCurrentCompanyIds(ctx, accountId, requestedIds);
  const eligible = [...new Set(current.values())];
  const { rows } = await sql<{ covered: number }>`
    select count(*)::int as covered from unnest(${eligible}::bigint[]) as given (id)
    where exists (select 1 from leads l where l.account_id = ${accountId} and l.company_id = given.id and l.first_visit_at is not null)
      or exists (select 1 from revealed_records r where r.account_id = ${accountId} and r.kind = 'company' and r.record_id = given.id::text
        and r.revealed_at > ${revealedSince(ctx.clock.now())})`.execute(ctx.db);
  const { covered } = firstOf(rows);
  const recordIds = [...new Set(requestedIds.map((id) => current.get(id) ?? id))];
  return { recordIds, eligible: eligible.length, alreadyCovered: covered, estimatedCredits: eligible.length - covered };
}
