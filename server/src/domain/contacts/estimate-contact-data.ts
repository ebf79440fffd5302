import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { revealedSince } from '../credits/credit-month.ts';
import type { Estimate } from '../enrichment/estimate-enrichment.ts';
import { type JobSelection, listJobRecords } from '../lists/list-job-records.ts';

/** Estimates a job: the number of contacts, how many of them are revealed already, and the maximum cost of the rest. */
export async function estimateContactData(ctx: Context, accountId: string, selection: JobSelection): Promise<Estimate> {
  const recordIds = await listJobRecords(ctx, accountId, 'contact', selection);
  const { rows } = await sql<{ id: string; revealed: boolean }>`
    select k.id, exists (select 1 from revealed_records r where r.account_id = ${accountId} and r.kind = 'contact' and r.record_id = k.id::text
      and r.revealed_at > ${revealedSince(ctx.clock.now())}) as revealed
    from unnest(${recordIds}::bigint[]) with ordinality as given (id, position) join contacts k on k.id = given.id order by given.position`.execute(
    ctx.db,
  );
  const covered = rows.filter(({ revealed }) => revealed).length;
  return { recordIds, eligible: rows.length, alreadyCovered: covered, estimatedCredits: rows.length - covered };
}
