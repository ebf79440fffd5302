import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

export type Place = { id: string; countryCode: string | null; region: string | null; city: string | null; postalCode: string | null };

export async function loadPlaces(db: Database, accountId: string, ids: Iterable<string>): Promise<Map<string, Place>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const { rows } = await sql<Place>`
    select id, country_code as "countryCode", region, city, postal_code as "postalCode" from places
    where account_id = ${accountId} and id = any(${uniqueIds}::bigint[])`.execute(db);
  return new Map(rows.map((place) => [place.id, place]));
}
