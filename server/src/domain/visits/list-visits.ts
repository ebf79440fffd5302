import type { Context } from '../context.ts';
import type { VisitInterval } from '../feeds/visit-interval.ts';
import { findVisits, type VisitPage } from './find-visits.ts';
import { loadVisits } from './load-visits.ts';
import type { Visit } from './visit.ts';

/** Returns one page of the visits of identified companies, or of one company, in an interval, newest first. */
export async function listVisits(
  ctx: Context,
  { id: accountId, timezone }: { id: string; timezone: string },
  { companyId, interval, page }: { companyId: string | null; interval: VisitInterval; page: VisitPage },
): Promise<{ visits: Visit[]; total: number }> {
  const { keys, total } = await findVisits(ctx.db, { accountId, timezone, interval, companyId }, page);
  return { visits: await loadVisits(ctx.db, accountId, keys), total };
}
