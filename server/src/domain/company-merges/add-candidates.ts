import type { JoinCandidate } from '../companies/join-score.ts';
import type { Context } from '../context.ts';

/** Lists pairs of records that may be the same company for a decision, except those already listed or decided. Returns how many were added. */
export async function addCandidates(
  ctx: Pick<Context, 'clock' | 'db'>,
  pairs: readonly { id: string; candidate: JoinCandidate }[],
): Promise<number> {
  if (pairs.length === 0) return 0;
  const listed = pairs.map(({ id, candidate }) => ({
    company_id: id,
    candidate_id: candidate.id,
    score: candidate.score,
    matched_on: candidate.matchedOn,
    status: 'open' as const,
    created_at: ctx.clock.now(),
  }));
  const added = await ctx.db
    .insertInto('company_candidates')
    .values(listed)
    .onConflict((conflict) => conflict.doNothing())
    .returning('company_id')
    .execute();
  return added.length;
}
