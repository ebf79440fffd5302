import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { addDays, dayOf, startOfDayMs } from '../../lib/zoned-days.ts';
import { dataProcessingOf } from '../settings/data-processing.ts';

/** The first day whose visits are retained, in the account's time zone, and the time at which it starts. */
type RetentionCutoff = { day: string; at: Date };

type AccountCutoff = { id: string; timezone: string; cutoff: RetentionCutoff };

/** Returns the cutoff that retains today and the given number of days before it. Only whole days are deleted, so daily rollups are never partial. */
export function retentionCutoff(now: Date, timezone: string, retentionDays: number): RetentionCutoff {
  const day = addDays(dayOf(now.getTime(), timezone), -retentionDays);
  return { day, at: new Date(startOfDayMs(day, timezone)) };
}

/**
 * Returns the cutoffs of accounts based on their current settings. To delete visits, call it after locking the lanes, because the settings
 * can change while the caller waits for the lanes.
 */
export async function loadRetentionCutoffs(
  db: Database | Transaction<DB>,
  now: Date,
  accountIds?: readonly string[],
): Promise<AccountCutoff[]> {
  let query = db.selectFrom('accounts').select(['id', 'timezone', 'data_processing']).orderBy('id');
  if (accountIds !== undefined) query = query.where('id', 'in', accountIds);
  return (await query.execute()).map(({ id, timezone, data_processing }) => ({
    id,
    timezone,
    cutoff: retentionCutoff(now, timezone, dataProcessingOf(data_processing).visit_retention_days),
  }));
}

/** Returns the accounts that have visits before their cutoff, in one query. */
export async function listAccountsWithExpiredVisits(db: Database, now: Date): Promise<string[]> {
  const days = sql`coalesce((a.data_processing ->> 'visit_retention_days')::int, ${dataProcessingOf({}).visit_retention_days})`;
  const today = sql`(${now}::timestamptz at time zone a.timezone)::date`;
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a where exists (
      select 1 from visits v where v.account_id = a.id and v.started_at < (${today} - ${days})::timestamp at time zone a.timezone)
    order by a.id`.execute(db);
  return rows.map(({ id }) => id);
}
