import { sql } from 'kysely';
import { lastOf } from '../../lib/last-of.ts';
import type { Context } from '../context.ts';
import { holdLanes } from '../events/lanes.ts';
import { deleteUnseenVisitors } from '../visits/delete-unseen-visitors.ts';

const batchSize = 5000;

/**
 * Removes visitors of whom no visit is stored: who consents in the middle of a visit takes all visits along to the id that stays. They
 * are looked for without a lock, and looked at again under the lanes, because an event of theirs may arrive meanwhile.
 */
export async function forgetUnseenVisitors(ctx: Context, accountId: string): Promise<void> {
  let last = '';
  for (;;) {
    const { rows } = await sql<{ id: string; is_seen: boolean }>`
      select v.id, exists (select 1 from visits w where w.account_id = ${accountId} and w.visitor_id = v.id) as is_seen
      from (select id from visitors where account_id = ${accountId} and id > ${last} order by id limit ${batchSize}) v order by v.id`.execute(
      ctx.db,
    );
    const unseen = rows.filter(({ is_seen }) => !is_seen).map(({ id }) => id);
    if (unseen.length > 0) {
      await ctx.db.transaction().execute(async (trx) => {
        await holdLanes(trx, accountId);
        await deleteUnseenVisitors(trx, accountId, unseen);
      });
    }
    if (rows.length < batchSize) return;
    last = lastOf(rows).id;
  }
}
