import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { prepared } from '../../lib/prepared.ts';

export type CountedDay = { day: string; visits: number };

const buckets = 16;

/** Changes the number of visits by day. Days are updated in order, so concurrent writers cannot deadlock. */
export async function countVisitDays(
  trx: Transaction<DB>,
  accountId: string,
  seed: string,
  { removed, added }: { removed: CountedDay[]; added: CountedDay[] },
): Promise<void> {
  const changes = new Map<string, number>();
  for (const { day, visits } of removed) changes.set(day, (changes.get(day) ?? 0) - visits);
  for (const { day, visits } of added) changes.set(day, (changes.get(day) ?? 0) + visits);
  const days = [...changes].filter(([, visits]) => visits !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  if (days.length === 0) return;
  const bucket = Number(BigInt(seed) % BigInt(buckets));
  await prepared(
    'count_visit_days',
    sql`
    insert into visit_days as counted (account_id, day, bucket, visits)
    select ${accountId}::bigint, day, ${bucket}::smallint, visits
    from unnest(${days.map(([day]) => day)}::date[], ${days.map(([, visits]) => visits)}::int[]) as changed (day, visits) order by day
    on conflict (account_id, day, bucket) do update set visits = counted.visits + excluded.visits`,
  ).execute(trx);
}
