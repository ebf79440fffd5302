import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { refreshMatches } from './refresh-matches.ts';

/** Recomputes the matches of all accounts. Runs every night, because companies and profiles change. */
export async function refreshAllMatches(ctx: Context): Promise<void> {
  const accounts = await ctx.db.selectFrom('icps').select('account_id').distinct().execute();
  for (const { account_id } of accounts) {
    await refreshMatches(ctx, account_id);
    // Matches also change when companies are merged or deleted. The lock keeps a concurrent refresh from changing a number after it was counted.
    await ctx.db.transaction().execute(async (trx) => {
      await sql`select 1 from icps where account_id = ${account_id} order by id for update`.execute(trx);
      await sql`
      update icps set match_count = counted.number
      from (
        select i.id, (select count(*)::int from icp_matches m where m.account_id = ${account_id} and m.icp_id = i.id) as number
        from icps i where i.account_id = ${account_id}) as counted
      where icps.account_id = ${account_id} and icps.id = counted.id and icps.match_count <> counted.number`.execute(trx);
    });
  }
}
