import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { dayAfter, dayOf, startOfDayMs } from '../../lib/zoned-days.ts';
import { dataProcessingOf } from '../settings/data-processing.ts';

/** The first day, in the account's timezone, whose visits are still kept, and the moment at which it begins. */
type VisitLimit = { day: string; at: Date };

export type LimitedAccount = { id: string; timezone: string; limit: VisitLimit };

/** Whole days of the account are kept, today and as many before it: so sums by day are whole or gone, never a part. */
export function visitLimit(now: Date, timezone: string, retentionDays: number): VisitLimit {
  const day = dayAfter(dayOf(now.getTime(), timezone), -retentionDays);
  return { day, at: new Date(startOfDayMs(day, timezone)) };
}

/**
 * The limits of accounts as their settings are now. Code that removes visits asks under the lanes: a timezone that was read before may
 * have changed.
 */
export async function limitedAccounts(
  db: Database | Transaction<DB>,
  now: Date,
  accountIds?: readonly string[],
): Promise<LimitedAccount[]> {
  let query = db.selectFrom('accounts').select(['id', 'timezone', 'data_processing']).orderBy('id');
  if (accountIds !== undefined) query = query.where('id', 'in', accountIds);
  return (await query.execute()).map(({ id, timezone, data_processing }) => ({
    id,
    timezone,
    limit: visitLimit(now, timezone, dataProcessingOf(data_processing).visit_retention_days),
  }));
}
