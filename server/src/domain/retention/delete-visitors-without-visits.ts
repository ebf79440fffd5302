import { sql } from 'kysely';
import { lastOf } from '../../lib/last-of.ts';
import type { Context } from '../context.ts';
import { LaneSteps } from '../events/lane-steps.ts';
import { deleteUnseenVisitors } from '../visits/delete-unseen-visitors.ts';

const batchSize = 1000;

/**
 * Deletes visitors without visits, such as those whose visits moved to another id after consent. Candidates are found without a lock and
 * checked again while holding the lanes, because new events may arrive.
 */
export async function deleteVisitorsWithoutVisits(ctx: Context, accountId: string): Promise<void> {
  const steps = new LaneSteps(ctx, accountId);
  let last = '';
  for (;;) {
    const { rows } = await sql<{ id: string; is_seen: boolean }>`
      select v.id, exists (select 1 from visits w where w.account_id = ${accountId} and w.visitor_id = v.id) as is_seen
      from (select id from visitors where account_id = ${accountId} and id > ${last} order by id limit ${batchSize}) v order by v.id`.execute(
      ctx.db,
    );
    const unseen = rows.filter(({ is_seen }) => !is_seen).map(({ id }) => id);
    if (unseen.length > 0) await steps.run((trx) => deleteUnseenVisitors(trx, accountId, unseen));
    if (rows.length < batchSize) return;
    last = lastOf(rows).id;
  }
}
