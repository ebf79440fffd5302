import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';

/** Returns a value that changes whenever the pipeline has processed events of an account or new events are waiting. */
export async function changeMark(ctx: Context, accountId: string): Promise<string> {
  const since = new Date(ctx.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
  const { rows } = await sql<{ handled: string; last_at: Date | null; waits: boolean }>`
    select coalesce(sum(events), 0)::text as handled, max(last_at) as last_at,
      exists (select 1 from inbox where account_id = ${accountId}) as waits
    from event_outcomes where account_id = ${accountId} and day >= ${since}::date`.execute(ctx.db);
  const { handled, last_at, waits } = firstOf(rows);
  return `${handled}-${last_at?.getTime() ?? 0}-${waits ? 'waiting' : 'idle'}`;
}
