import { sql } from 'kysely';
import { isUuid } from '../../lib/is-uuid.ts';
import type { Context } from '../context.ts';
import { type TimelineVisit, timelineVisit } from '../leads/list-lead-visits.ts';
import { Problem } from '../problem.ts';
import { loadVisits, type VisitKey } from '../visits/load-visits.ts';
import { earliestStart } from './list-live-visits.ts';

/** Returns a visit of the live list with its pages and events. */
export async function getLiveVisit(ctx: Context, accountId: string, visitId: string): Promise<TimelineVisit> {
  const { rows: keys } = isUuid(visitId)
    ? await sql<VisitKey>`
        select id, started_at from visits
        where account_id = ${accountId} and id = ${visitId} and started_at >= ${earliestStart(ctx)} and page_depth > 0`.execute(ctx.db)
    : { rows: [] };
  const [visit] = await loadVisits(ctx.db, accountId, keys);
  if (!visit) throw new Problem('not_found', { title: 'This visit is no longer in the live list.' });
  return timelineVisit(visit);
}
