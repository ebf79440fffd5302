import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** Where a visit came from. */
export type Place = { id: string; countryCode: string | null; region: string | null; city: string | null };

export async function loadPlaces(db: Database, accountId: string, ids: Iterable<string>): Promise<Map<string, Place>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ id: string; country_code: string | null; region: string | null; city: string | null }>`
    select id, country_code, region, city from places where account_id = ${accountId} and id = any(${wanted}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, country_code, region, city }) => [id, { id, countryCode: country_code, region, city }]));
}
