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
 * SQL expression: the stored events of the visit that the row `given` identifies, with the clients of that row; null if the row has none.
 * Updates of visits select it from `given`, because Citus does not accept JSON functions in assignments. The key `clients` always comes
 * first, because queries find visits with several clients by this prefix.
 */
export function eventsWithClients(accountId: string) {
  return sql`case when given.clients is not null then (
      select json_build_object('clients', given.clients, 'hits', stored.events::json -> 'hits')::text from visits stored
      where stored.account_id = ${accountId} and stored.started_at = given.started_at and stored.id = given.id) end`;
}
