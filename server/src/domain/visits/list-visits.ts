import type { Context } from '../context.ts';
import type { Window } from '../feeds/window.ts';
import type { MemberAccount } from '../users/member-account.ts';
import { findVisits, type VisitPage } from './find-visits.ts';
import { loadVisits } from './load-visits.ts';
import type { Visit } from './visit.ts';

/** One page of the visits of identified companies in a window, or of one of them, newest first. */
export async function listVisits(
  ctx: Context,
  account: MemberAccount,
  { companyId, window, page }: { companyId: string | null; window: Window; page: VisitPage },
): Promise<{ visits: Visit[]; total: number }> {
  const { keys, total } = await findVisits(ctx.db, { accountId: account.id, timezone: account.timezone, window, companyId }, page);
  return { visits: await loadVisits(ctx.db, account.id, keys, account.processing.hostnames), total };
}
