import { sql } from 'kysely';
import type { StoredOrigin } from './origin.ts';

/** The first origin of a visit, in the columns of its row `v`. */
export const ownOriginColumns = sql`v.company_id, v.verdict_id, v.place_id, v.device_type, v.browser, v.os, host(v.ip) as ip, v.address_key`;

export type OwnOriginRow = {
  company_id: string | null;
  verdict_id: string | null;
  place_id: string;
  device_type: string | null;
  browser: string | null;
  os: string | null;
  ip: string | null;
  address_key: string | null;
};

export function ownOrigin(row: OwnOriginRow): StoredOrigin {
  return {
    companyId: row.company_id,
    verdictId: row.verdict_id,
    placeId: row.place_id,
    deviceType: row.device_type,
    browser: row.browser,
    os: row.os,
    ip: row.ip,
    addressKey: row.address_key,
  };
}

/**
 * Replaces the origins in the events of a visit with those of the given row, if it has any. Origins always come first, so visits with
 * several are found by the beginning of their events.
 */
export function withOrigins(row: string) {
  const origins = sql.ref(`${row}.origins`);
  return sql`case when ${origins} is null then visits.events
    else json_build_object('origins', ${origins}, 'hits', visits.events::json -> 'hits')::text end`;
}
