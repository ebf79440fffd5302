import { type RawBuilder, sql } from 'kysely';
import type { Wanted } from './admission-queue.ts';

/**
 * The credentials of a batch as rows. A batch of one credential is the common one, and its statement keeps its plan; a plan for
 * any number of them would be made for many, and the database would rather make a new one every time.
 */
export function wantedRows(name: string, wanted: Wanted[]): { mark: RawBuilder<unknown>; given: RawBuilder<unknown> } {
  const [one] = wanted;
  if (wanted.length === 1 && one) {
    return { mark: sql.raw(`/* prepared ${name} */`), given: sql`select ${one.hash}::bytea, ${one.requests}::int` };
  }
  const hashes = wanted.map(({ hash }) => hash);
  const requests = wanted.map((each) => each.requests);
  return { mark: sql``, given: sql`select * from unnest(${hashes}::bytea[], ${requests}::int[])` };
}
