import { recordAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { mergeCompanies } from './merge-companies.ts';

/**
 * Decides whether a name that identification found means a company of the directory. If accepted, the two records are merged, and the other
 * open candidates for the name are deleted. If rejected, the pair is listed again only if someone reopens it.
 */
export async function decideCandidate(
  ctx: Context,
  companyId: string,
  candidateId: string,
  decision: 'accepted' | 'rejected',
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const now = ctx.clock.now();
    const decided = await trx
      .updateTable('company_candidates')
      .set({ status: decision, decided_at: now })
      .where('company_id', '=', checkRecordId(companyId, 'company'))
      .where('candidate_id', '=', checkRecordId(candidateId, 'company'))
      .where('status', '=', 'open')
      .returning('company_id')
      .executeTakeFirst();
    if (!decided) throw new Problem('not_found', `Company ${candidateId} is not listed as a candidate for company ${companyId}.`);
    if (decision === 'accepted') return mergeCompanies({ ...ctx, db: trx }, companyId, candidateId);
    await recordAudit(ctx, trx, {
      for: 'operator',
      action: 'company.candidate_rejected',
      subject: { kind: 'company', id: companyId },
      detail: { candidate: candidateId },
    });
  });
}
