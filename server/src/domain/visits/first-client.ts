import { sql } from 'kysely';
import type { StoredClient } from './client-info.ts';

/** The columns of a visit `v` that contain its first client. */
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
 * Returns the events of a visit, with the clients replaced by those of the given row, if it has any. The key `clients` always comes first,
 * because queries find visits with several clients by this prefix.
 */
export function withClients(row: string) {
  const clients = sql.ref(`${row}.clients`);
  return sql`case when ${clients} is null then visits.events
    else json_build_object('clients', ${clients}, 'hits', visits.events::json -> 'hits')::text end`;
}
