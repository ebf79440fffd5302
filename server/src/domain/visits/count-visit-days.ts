import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { plainArray } from '../../lib/array-literal.ts';
import { type RowWriter, writeRows } from '../../lib/combined-statements.ts';
import { prepared } from '../../lib/prepared.ts';

export type CountedDay = { day: string; visits: number };

/** The visits of a day are counted in several rows, so that concurrent lanes rarely wait for each other. */
const buckets = 16;

/**
 * Changes the number of visits by day. `companyId`, any one of the companies, selects the bucket. Days are updated in order, so that two
 * calls cannot deadlock; a transaction that calls this twice may, and is then retried.
 */
export async function countVisitDays(
  trx: Transaction<DB>,
  accountId: string,
  companyId: string,
  { removed, added }: { removed: CountedDay[]; added: CountedDay[] },
): Promise<void> {
  const changes = new Map<string, number>();
  for (const { day, visits } of removed) changes.set(day, (changes.get(day) ?? 0) - visits);
  for (const { day, visits } of added) changes.set(day, (changes.get(day) ?? 0) + visits);
  const days = [...changes].filter(([, visits]) => visits !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  if (days.length === 0) return;
  const bucket = Number(BigInt(companyId) % BigInt(buckets));
  await writeRows(
    trx,
    addToDays,
    accountId,
    days.map(([day, visits]) => ({ day, bucket, visits })),
  );
}

const addToDays: RowWriter<Database, CountedDay & { bucket: number }> = (db, accountIds, rows) =>
  prepared(
    'count_visit_days',
    sql`
    insert into visit_days as counted (account_id, day, bucket, visits)
    select * from unnest(${accountIds}::bigint[], ${plainArray(rows.map(({ day }) => day))}::date[],
      ${plainArray(rows.map(({ bucket }) => bucket))}::smallint[], ${plainArray(rows.map(({ visits }) => visits))}::int[])
    on conflict (account_id, day, bucket) do update set visits = counted.visits + excluded.visits`,
  ).execute(db);
