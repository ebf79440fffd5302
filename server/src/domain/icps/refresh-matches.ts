import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { longJobsQueue } from '../account-queues.ts';
import type { Context } from '../context.ts';
import { loadProfiles } from './load-profiles.ts';
import { type Profile, profileCriteriaThat, profileMatches, profileScore } from './profile.ts';

export const refreshMatchesJobName = 'refresh-matches-of-icp';

export function enqueueRefreshMatches(ctx: Context, db: Database, accountId: string, icpId: string): Promise<void> {
  const options = { key: `${refreshMatchesJobName}:${icpId}`, queue: longJobsQueue(accountId), isAwaited: true };
  return ctx.jobs.add(db, refreshMatchesJobName, { accountId, icpId }, options);
}

/** With more known companies than this, matches are computed by a job, because a request would take too long. */
const maxInRequest = 2000;

/** Whether the account knows so many companies that a job must compute the matches. */
export async function knowsManyCompanies({ db }: Pick<Context, 'db'>, accountId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from (${knownCompanies(accountId, 'all')}) as known offset ${maxInRequest} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Recomputes matches of the given profiles (default: all) with all companies that the account knows because they visited or were tagged,
 * listed or revealed. Writes only the matches that have changed.
 */
export async function refreshMatches(ctx: Pick<Context, 'db' | 'clock'>, accountId: string, icpIds?: readonly string[]): Promise<void> {
  for (const profile of await loadProfiles(ctx, accountId, icpIds)) await refreshProfile(ctx, accountId, profile);
}

async function refreshProfile(ctx: Pick<Context, 'db' | 'clock'>, accountId: string, { id, filters }: Profile): Promise<void> {
  await sql`
    with found as materialized (
      select c.id, ${profileMatches(filters)} as matches, ${profileScore(filters)} as score,
        ${profileCriteriaThat(filters, 'hold')} as matched, ${profileCriteriaThat(filters, 'fail')} as missed
      from companies c where c.merged_into is null and c.id in (${knownCompanies(accountId)})
    ), gone as (
      delete from icp_matches where account_id = ${accountId} and icp_id = ${id}
        and company_id not in (select f.id from found f where f.matches)
      returning company_id
    ), written as (
      insert into icp_matches (account_id, icp_id, company_id, score, matched, missed, matched_at)
      select ${accountId}::bigint, ${id}::uuid, f.id, f.score, f.matched, f.missed, ${ctx.clock.now()}::timestamptz from found f
      where f.matches and not exists (
        select 1 from icp_matches m where m.account_id = ${accountId} and m.icp_id = ${id} and m.company_id = f.id
          and m.score = f.score and m.matched = f.matched and m.missed = f.missed)
      on conflict (account_id, icp_id, company_id) do update set score = excluded.score, matched = excluded.matched, missed = excluded.missed,
        matched_at = excluded.matched_at
      -- A new row has no previous version, even if a concurrent refresh inserted some of the rows.
      returning xmax = 0 as is_new
    )
    update icps set match_count = match_count + changed.number
    from (select (select count(*) from written where is_new) - (select count(*) from gone) as number) as changed
    where icps.account_id = ${accountId} and icps.id = ${id} and changed.number <> 0`.execute(ctx.db);
}

/** The ids of the companies that the account knows, or `all` rows that refer to one. */
function knownCompanies(accountId: string, rows: 'distinct' | 'all' = 'distinct') {
  const union = sql.raw(`union ${rows}`);
  return sql`
    select l.company_id from leads l where l.account_id = ${accountId}
    ${union} select t.company_id from lead_tags t where t.account_id = ${accountId}
    ${union} select i.item_id from list_items i join lists s on s.account_id = ${accountId} and s.id = i.list_id and s.scope = 'company'
      where i.account_id = ${accountId}
    ${union} select r.record_id::bigint from revealed_records r where r.account_id = ${accountId} and r.kind = 'company'`;
}
