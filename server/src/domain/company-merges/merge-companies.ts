import { recordAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { enqueueAccountMovesJobName } from './enqueue-account-moves.ts';
import { loadCompanyKeys } from './load-company-keys.ts';
import { lockMerges } from './lock-merges.ts';
import { mergeRecords } from './merge-records.ts';

/**
 * Merges two companies of the directory. The previous id redirects to the current one. The data of accounts, including visits, is moved in
 * the background (`move-account-data.ts`). Joins the caller's transaction when `ctx.db` is one.
 */
export async function mergeCompanies(ctx: Context, previousId: string, currentId: string, reason?: string): Promise<void> {
  await lockMerges(ctx.db);
  const previous = await getCurrentId(ctx, previousId);
  const current = await getCurrentId(ctx, currentId);
  if (previous === current) throw new Problem('conflict', `The companies ${previousId} and ${currentId} are already merged.`);
  const companyKeys = await loadCompanyKeys(ctx, previous);
  await mergeRecords(ctx, [{ previous, current }]);
  const merged = { kind: 'company', id: previous };
  await recordAudit(ctx, ctx.db, { for: 'operator', action: 'company.merged', subject: merged, detail: { into: current } });
  const move = { previousId: previous, companyKeys, reason: reason ?? `company ${previous} was merged into ${current}` };
  await ctx.jobs.add(ctx.db, enqueueAccountMovesJobName, move, { key: `${enqueueAccountMovesJobName}:${previous}`, isAwaited: true });
}

async function getCurrentId(ctx: Context, id: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('companies')
    .select(['id', 'merged_into'])
    .where('id', '=', checkRecordId(id, 'company'))
    .executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no company ${id}.`);
  return row.merged_into ?? row.id;
}
