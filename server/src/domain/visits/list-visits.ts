import type { Context } from '../context.ts';
import type { Window } from '../feeds/window.ts';
import { findVisits, type VisitPage } from './find-visits.ts';
import { loadVisits } from './load-visits.ts';
import type { Visit } from './visit.ts';

/** Returns one page of the visits of identified companies, or of one company, in a window, newest first. */
export async function listVisits(
  ctx: Context,
  { id: accountId, timezone }: { id: string; timezone: string },
  { companyId, window, page }: { companyId: string | null; window: Window; page: VisitPage },
): Promise<{ visits: Visit[]; total: number }> {
  const { keys, total } = await findVisits(ctx.db, { accountId, timezone, window, companyId }, page);
  return { visits: await loadVisits(ctx.db, accountId, keys), total };
}
