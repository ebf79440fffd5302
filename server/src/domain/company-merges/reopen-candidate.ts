import { recordAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

/** Opens a rejected merge candidate again. A merged one cannot be opened again, because a merge cannot be undone. */
export async function reopenCandidate(ctx: Context, companyId: string, candidateId: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const reopened = await trx
      .updateTable('company_candidates')
      .set({ status: 'open', decided_at: null })
      .where('company_id', '=', checkRecordId(companyId, 'company'))
      .where('candidate_id', '=', checkRecordId(candidateId, 'company'))
      .where('status', '=', 'rejected')
      .returning('company_id')
      .executeTakeFirst();
    if (!reopened) throw new Problem('not_found', `Company ${candidateId} was not rejected as a candidate for company ${companyId}.`);
    await recordAudit(ctx, trx, {
      for: 'operator',
      action: 'company.candidate_reopened',
      subject: { kind: 'company', id: companyId },
      detail: { candidate: candidateId },
    });
  });
}
