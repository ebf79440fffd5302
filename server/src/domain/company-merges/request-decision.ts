import { withAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { decideCandidate } from './decide-candidate.ts';

export const decideCandidateName = 'decide-candidate';

export type Decision = { companyId: string; candidateId: string; decision: 'accepted' | 'rejected' };

/** Decides about a pair for a user. Requests cannot write to the shared directory, so this queues a job. */
export async function requestDecision(ctx: Context, accountId: string, { companyId, candidateId, decision }: Decision): Promise<void> {
  if (!(await isOpen(ctx, companyId, candidateId)))
    throw new Problem('not_found', `Company ${candidateId} is not listed as a candidate for company ${companyId}.`);
  await withAudit(
    ctx,
    (trx) =>
      ctx.jobs.add(
        trx,
        decideCandidateName,
        { companyId, candidateId, decision },
        { key: `${decideCandidateName}:${companyId}:${candidateId}` },
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
  if (await isOpen(ctx, companyId, candidateId)) await decideCandidate(ctx, companyId, candidateId, decision);
}

async function isOpen(ctx: Context, companyId: string, candidateId: string): Promise<boolean> {
  const pair = await ctx.db
    .selectFrom('company_candidates')
    .select('company_id')
    .where('company_id', '=', checkRecordId(companyId, 'company'))
    .where('candidate_id', '=', checkRecordId(candidateId, 'company'))
    .where('status', '=', 'open')
    .executeTakeFirst();
  return pair !== undefined;
}
