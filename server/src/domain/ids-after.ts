import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import { firstOf } from '../lib/first-of.ts';
import { idsInWindows } from './ids-in-windows.ts';

type IdSearch = {
  table: 'companies' | 'contacts';
  /** The name of the table in the conditions. */
  alias: string;
  conditions: RawBuilder<unknown>;
  after: string;
  batchSize: number;
  /** Estimated number of matching rows, which determines the width of the first window. */
  matches: number;
  /**
   * Number of ids to read in the order of the primary key before bitmap scans are allowed; requires a transaction. A bitmap scan of a GIN
   * index has no order, so it reads all matches of a window regardless of the batch size.
   */
  maxReadInOrder?: number;
};

/** Yields the ids of the matching rows after an id, in order and in batches. */
export async function* idsAfter(db: Database, search: IdSearch): AsyncGenerator<string[]> {
  const { table, alias, conditions, after, batchSize, matches, maxReadInOrder = 0 } = search;
  const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0) as id from ${sql.table(table)}`.execute(db);
  const { id: maxId } = firstOf(rows);
  const id = sql.ref(`${alias}.id`);
  let isInOrder = false;
  let idsRead = 0n;
  yield* idsInWindows({
    after,
    maxId,
    batchSize,
    width: (2 * batchSize * Number(maxId)) / matches,
    async find(from, until, limit) {
      idsRead += until - from;
      if (idsRead <= maxReadInOrder !== isInOrder) {
        isInOrder = !isInOrder;
        await sql`set local enable_bitmapscan = ${sql.lit(isInOrder ? 'off' : 'on')}`.execute(db);
      }
      const found = await sql<{ id: string }>`
        select ${id} from ${sql.table(table)} as ${sql.ref(alias)}
        where ${conditions} and ${id} > ${String(from)}::bigint and ${id} <= ${String(until)}::bigint order by ${id} limit ${limit}`.execute(
        db,
      );
      return found.rows.map((row) => row.id);
    },
  });
}
