import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { revealedSince } from '../credits/credit-month.ts';
import type { Estimate } from '../enrichment/estimate-enrichment.ts';
import { type RecordSelection, resolveRecordIds } from '../lists/resolve-record-ids.ts';

/** Estimates a job: the number of contacts, how many of them are revealed already, and the maximum cost of the rest. */
export async function estimateContactData(ctx: Context, accountId: string, selection: RecordSelection): Promise<Estimate> {
  const recordIds = await resolveRecordIds(ctx, accountId, 'contact', selection);
  const { rows } = await sql<{ id: string; revealed: boolean }>`
    select k.id, exists (select 1 from revealed_records r where r.account_id = ${accountId} and r.kind = 'contact' and r.record_id = k.id::text
      and r.revealed_at > ${revealedSince(ctx.clock.now())}) as revealed
    from unnest(${recordIds}::bigint[]) with ordinality as given (id, position) join contacts k on k.id = given.id order by given.position`.execute(
    ctx.db,
  );
  const covered = rows.filter(({ revealed }) => revealed).length;
  return { recordIds, eligible: rows.length, alreadyCovered: covered, estimatedCredits: rows.length - covered };
}
