import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { advisoryLocks } from '../../lib/advisory-locks.ts';
import { visitPartitionStatement } from '../../lib/visit-partition-statement.ts';
import type { Context } from '../context.ts';
import { tryExclusively } from './try-exclusively.ts';

const monthsBack = 13;
const monthsAhead = 3;

/** Attempts to create the partitions of later months while visits are in use. */
const attempts = 3;

/** Visits are partitioned by month. Creates partitions for the months in which events may still arrive, and some in advance. */
export async function ensurePartitions(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const missing = await listMissingMonths(ctx.db, now);
  const create = async (trx: Transaction<DB>) => {
    // Prevents servers that start at the same time from creating the same month twice.
    await sql`select pg_advisory_xact_lock(${advisoryLocks.partitions})`.execute(trx);
    for (const { name, from, to } of await listMissingMonths(trx, now)) await sql.raw(visitPartitionStatement(name, from, to)).execute(trx);
  };
  if (missing.length === 0) return;
  // Without the partition of this or the next month, visits could not be stored.
  if (missing.some(({ isNeeded }) => isNeeded)) await ctx.db.transaction().execute(create);
  else if (!(await tryExclusively(ctx, create, attempts))) {
    ctx.log.warn(
      'Visits are in use by a long transaction, such as a backup; the partitions of later months will be created by the next run',
    );
  }
}

type VisitPartition = { name: string; from: Date; to: Date };

/** Lists partitions, oldest first. */
export async function listVisitPartitions(db: Database): Promise<VisitPartition[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'visits'::regclass
    order by c.relname`.execute(db);
  return rows.flatMap(({ name }) => {
    const parts = /^visits_(\d{4})_(\d{2})$/.exec(name);
    return parts === null
      ? []
      : [{ name, from: monthOf(Number(parts[1]), Number(parts[2]) - 1), to: monthOf(Number(parts[1]), Number(parts[2])) }];
  });
}

/** Returns the oldest month in which events may still arrive. */
export function firstPartitionMonth(now: Date): Date {
  return monthOf(now.getUTCFullYear(), now.getUTCMonth() - monthsBack);
}

function monthOf(year: number, month: number): Date {
  return new Date(Date.UTC(year, month, 1));
}

async function listMissingMonths(db: Database, now: Date): Promise<(VisitPartition & { isNeeded: boolean })[]> {
  const names = new Set((await listVisitPartitions(db)).map(({ name }) => name));
  const month = (offset: number) => monthOf(now.getUTCFullYear(), now.getUTCMonth() + offset);
  const offsets = Array.from({ length: monthsBack + monthsAhead + 1 }, (_, index) => index - monthsBack);
  return offsets.flatMap((offset) => {
    const name = `visits_${month(offset).toISOString().slice(0, 7).replace('-', '_')}`;
    return names.has(name) ? [] : { name, from: month(offset), to: month(offset + 1), isNeeded: offset <= 1 };
  });
}
