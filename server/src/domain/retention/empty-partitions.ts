import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { holdLanes } from '../ingestion/lanes.ts';
import { type CountedDay, countVisitDays } from '../visits/count-visit-days.ts';
import { firstPartitionMonth, visitPartitions } from '../visits/ensure-partitions.ts';
import type { LimitedAccount } from './forget-visits.ts';

/** So long it waits for those who read or write the old months; then it is tried again the next time. */
const patienceSeconds = 5;

/** A lock that was not to be had in time, or that somebody holds who waits for one of ours. */
const inUse = new Set(['55P03', '40P01']);

/**
 * Takes away, in one transaction, the months of visits that are too old for every account, and what was counted of them. Visits
 * between them and each account's limit are gone already, so every sum of a day before the limit is of these months. Months in
 * which late events may still arrive stay as empty tables.
 */
export async function emptyPartitions(ctx: Context, accounts: LimitedAccount[], before: Date): Promise<void> {
  const old = (await visitPartitions(ctx.db)).filter(({ to }) => to <= before);
  const filled: typeof old = [];
  for (const partition of old) if (await hasRows(ctx, partition.name)) filled.push(partition);
  const needed = firstPartitionMonth(ctx.clock.now());
  const dropped = old.filter(({ from }) => from < needed);
  if (filled.length === 0 && dropped.length === 0) return;
  try {
    await ctx.db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(`${patienceSeconds}s`)}`.execute(trx);
      const visited = new Set<string>();
      for (const { name } of filled) {
        await sql`lock table ${sql.ref(name)} in access exclusive mode`.execute(trx);
        const { rows } = await sql<{ account_id: string }>`select distinct account_id from ${sql.ref(name)}`.execute(trx);
        for (const { account_id } of rows) visited.add(account_id);
        await sql`truncate table ${sql.ref(name)}`.execute(trx);
      }
      for (const account of accounts) {
        if (!visited.has(account.id)) continue;
        // The pipeline must not remember visits that are gone.
        await holdLanes(trx, account.id);
        await forgetSums(trx, account);
      }
      for (const { name } of dropped) await sql`drop table ${sql.ref(name)}`.execute(trx);
    });
  } catch (error) {
    if (!inUse.has((error as { code?: string }).code ?? '')) throw error;
    ctx.log.warn('Months of visits beyond every limit are in use: they are removed the next time');
  }
}

async function hasRows(ctx: Context, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.ref(name)} limit 1`.execute(ctx.db);
  return rows.length > 0;
}

async function forgetSums(trx: Transaction<DB>, { id: accountId, limit }: LimitedAccount): Promise<void> {
  await sql`
    select 1 from leads where account_id = ${accountId} and first_visit_at < ${limit.at} order by company_id for update`.execute(trx);
  const { rows: gone } = await sql<CountedDay>`
    with gone as (delete from company_days where account_id = ${accountId} and day < ${limit.day}::date returning day, visits)
    select day, sum(visits)::int as visits from gone group by day`.execute(trx);
  await countVisitDays(trx, accountId, accountId, { gone, come: [] });
  await sql`delete from company_pages where account_id = ${accountId} and day < ${limit.day}::date`.execute(trx);
  await sql`
    update leads set first_visit_at = sums.first_visit_at, last_visit_at = sums.last_visit_at, visits = coalesce(sums.visits, 0),
      page_views = coalesce(sums.page_views, 0), deepest_visit = coalesce(sums.deepest_visit, 0)
    from (
      select l.company_id, min(d.first_visit_at) as first_visit_at, max(d.last_visit_at) as last_visit_at, sum(d.visits)::int as visits,
        sum(d.page_views)::int as page_views, max(d.deepest_visit) as deepest_visit
      from leads l left join company_days d on d.account_id = ${accountId} and d.company_id = l.company_id
      where l.account_id = ${accountId} and l.first_visit_at < ${limit.at}
      group by l.company_id) as sums
    where leads.account_id = ${accountId} and leads.company_id = sums.company_id`.execute(trx);
  // Strangers may have been seen for a while after it was noted last.
  await sql`
    delete from visitors where account_id = ${accountId} and last_seen_at < ${limit.at}
      and not exists (select 1 from visits v where v.account_id = ${accountId} and v.visitor_id = visitors.id)`.execute(trx);
}
