import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../context.ts';

const checkEveryMs = 25;
/** Long work continues after this time even if the pipeline is stopped. */
const maxWaitMs = 5000;

/**
 * Called between two steps of work that locks the lanes of an account: waits until the events that are waiting now have been processed.
 * Otherwise, the next step would lock the lanes again immediately, and the pipeline, which skips locked lanes, would rarely find them free.
 */
export async function yieldToPipeline({ db }: Pick<Context, 'db'>, accountId: string): Promise<void> {
  const { rows: waiting } = await sql<{ lane: number; id: string }>`
    select l.lane, newest.id from inbox_lanes l
    cross join lateral (select i.id from inbox i where i.account_id = ${accountId} and i.lane = l.lane order by i.id desc limit 1) as newest
    where l.account_id = ${accountId}`.execute(db);
  if (waiting.length === 0) return;
  const endMs = performance.now() + maxWaitMs;
  do {
    await pause(checkEveryMs);
    const { rows } = await sql`
      select 1 from unnest(${waiting.map(({ lane }) => lane)}::smallint[], ${waiting.map(({ id }) => id)}::bigint[]) as waiting (lane, id)
      where exists (select 1 from inbox i where i.account_id = ${accountId} and i.lane = waiting.lane and i.id <= waiting.id) limit 1`.execute(
      db,
    );
    if (rows.length === 0) return;
  } while (performance.now() < endMs);
}
