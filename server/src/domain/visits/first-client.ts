import { sql } from 'kysely';
import type { StoredClient } from './client-info.ts';

/** The first client of a visit, in the columns of its row `v`. */
export const firstClientColumns = sql`v.company_id, v.verdict_id, v.place_id, v.device_type, v.browser, v.os, host(v.ip) as ip, v.address_key`;

export type FirstClientRow = {
  company_id: string | null;
  verdict_id: string | null;
  place_id: string;
  device_type: string | null;
  browser: string | null;
  os: string | null;
  ip: string | null;
  address_key: string | null;
};

export function firstClient(row: FirstClientRow): StoredClient {
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
 * Replaces the clients in the events of a visit with those of the given row, if it has any. The key `clients` always comes first,
 * so visits with several clients are found by this prefix.
 */
export function withClients(row: string) {
  const clients = sql.ref(`${row}.clients`);
  return sql`case when ${clients} is null then visits.events
    else json_build_object('clients', ${clients}, 'hits', visits.events::json -> 'hits')::text end`;
}
