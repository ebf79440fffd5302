import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';

type ReattributionProgress = {
  id: string;
  reason: string;
  status: string;
  visitsEvaluated: number;
  visitsChanged: number;
  createdAt: Date;
  completedAt: Date | null;
};

/** Lists the latest reattributions of an account, newest first. */
export async function listReattributions(ctx: Context, accountId: string): Promise<ReattributionProgress[]> {
  const { id } = await getAccount(ctx, accountId);
  const rows = await ctx.db.selectFrom('reattributions').selectAll().where('account_id', '=', id).orderBy('id', 'desc').limit(20).execute();
  return rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    status: row.status,
    visitsEvaluated: row.visits_judged,
    visitsChanged: row.visits_changed,
    createdAt: row.created_at,
    completedAt: row.completed_at,
  }));
}
