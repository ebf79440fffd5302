import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type TimelineVisit, timelineVisit } from '../leads/list-lead-visits.ts';
import { Problem } from '../problem.ts';
import { loadVisits, type VisitKey } from '../visits/load-visits.ts';
import { earliestStart } from './list-live-visits.ts';

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns a visit of the live list with its pages and events. */
export async function getLiveVisit(ctx: Context, accountId: string, visitId: string): Promise<TimelineVisit> {
  const { rows: keys } = uuidPattern.test(visitId)
    ? await sql<VisitKey>`
        select id, started_at from visits
        where account_id = ${accountId} and id = ${visitId} and started_at >= ${earliestStart(ctx)} and page_depth > 0`.execute(ctx.db)
    : { rows: [] };
  const [visit] = await loadVisits(ctx.db, accountId, keys);
  if (!visit) throw new Problem('not_found', { title: 'This visit is no longer in the live list.' });
  return timelineVisit(visit);
}
