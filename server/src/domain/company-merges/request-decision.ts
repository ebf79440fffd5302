import { withAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { decideCandidate } from './decide-candidate.ts';
import type { CandidateStatus } from './list-candidates.ts';
import { reopenCandidate } from './reopen-candidate.ts';

export const decideCandidateJobName = 'decide-candidate';

export type Decision = { companyId: string; candidateId: string; decision: 'accepted' | 'rejected' | 'reopened' };

/**
 * Submits a user's decision about a pair, or a request to reopen a rejected pair. Requests cannot write to the shared directory, so this
 * queues a job. The job replaces a waiting one for the same pair, so an open pair can be reopened too: that cancels a decision that is
 * still waiting.
 */
export async function requestDecision(ctx: Context, accountId: string, { companyId, candidateId, decision }: Decision): Promise<void> {
  const status = await findStatus(ctx, companyId, candidateId);
  if (status !== 'open' && !(status === 'rejected' && decision === 'reopened'))
    throw new Problem('not_found', `Company ${candidateId} is not listed as a candidate for company ${companyId}.`);
  await withAudit(
    ctx,
    (trx) =>
      ctx.jobs.add(
        trx,
        decideCandidateJobName,
        { companyId, candidateId, decision },
        { key: `${decideCandidateJobName}:${companyId}:${candidateId}` },
      ),
    () => ({
      for: { accountId },
      action: `company.candidate_${decision}`,
      subject: { kind: 'company', id: companyId },
      detail: { candidate: candidateId },
    }),
  );
}

/** Runs the job. Does nothing if someone else decided in the meantime. */
export async function runDecision(ctx: Context, { companyId, candidateId, decision }: Decision): Promise<void> {
  const status = await findStatus(ctx, companyId, candidateId);
  if (decision !== 'reopened' && status === 'open') await decideCandidate(ctx, companyId, candidateId, decision);
  if (decision === 'reopened' && status === 'rejected') await reopenCandidate(ctx, companyId, candidateId);
}

async function findStatus(ctx: Context, companyId: string, candidateId: string): Promise<CandidateStatus | null> {
  const pair = await ctx.db
    .selectFrom('company_candidates')
    .select('status')
    .where('company_id', '=', checkRecordId(companyId, 'company'))
    .where('candidate_id', '=', checkRecordId(candidateId, 'company'))
    .executeTakeFirst();
  return pair?.status ?? null;
}
