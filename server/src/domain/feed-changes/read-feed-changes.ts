import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { dayOf, startOfDayMs } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';

type Reader = 'automations' | 'lists';

/** Changed companies of an account, and the ids of the rows that contain them. */
type FeedChanges = { rowIds: string[]; companyIds: string[] };

/** Reads changes without deleting them, so that they are read again after a failed run. A successful run calls `deleteFeedChanges`. */
export async function readFeedChanges(db: Database, accountId: string, reader: Reader): Promise<FeedChanges> {
  const { rows } = await sql<{ id: string; company_ids: string[] }>`
    select id, company_ids from feed_changes where account_id = ${accountId} and reader = ${reader}`.execute(db);
  return { rowIds: rows.map(({ id }) => id), companyIds: [...new Set(rows.flatMap(({ company_ids }) => company_ids))] };
}

export async function deleteFeedChanges(db: Database, accountId: string, { rowIds }: FeedChanges): Promise<void> {
  if (rowIds.length > 0) await sql`delete from feed_changes where account_id = ${accountId} and id = any(${rowIds}::uuid[])`.execute(db);
}

/** Finds the accounts with changes, and those with an automation or list whose daily check of all leads is due. */
export async function findChangedAccounts(ctx: Context, reader: Reader): Promise<string[]> {
  const { rows: changed } = await sql<{ id: string }>`
    select distinct account_id as id from feed_changes where reader = ${reader}`.execute(ctx.db);
  const isActive = reader === 'automations' ? sql`r.is_on` : sql`r.kind = 'feed'`;
  const today = sql`(${ctx.clock.now()}::timestamptz at time zone a.timezone)::date`;
  const { rows: due } = await sql<{ id: string }>`
    select distinct r.account_id as id from ${sql.table(reader)} r join accounts a on a.id = r.account_id
    where ${isActive} and (r.checked_at is null or r.checked_at < ${today}::timestamp at time zone a.timezone)`.execute(ctx.db);
  return [...new Set([...changed, ...due].map(({ id }) => id))];
}

/** Whether all leads must be checked: once a day, because conditions can become true as days pass. */
export function isCheckDue(checkedAt: Date | null, now: Date, timezone: string): boolean {
  return checkedAt === null || checkedAt.getTime() < startOfDayMs(dayOf(now.getTime(), timezone), timezone);
}
