import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { plainArray, textArray } from '../../lib/array-literal.ts';
import { parseIpRange } from '../../lib/ip-range.ts';
import { type DirectoryRow, directoryReference } from './directory-reference.ts';
import type { LearnedDomain, Netblock } from './facts.ts';

/** The smallest block of the directory that holds each of the given blocks or addresses. */
export async function loadNetblocks(db: Database, blocks: readonly string[]): Promise<Map<string, Netblock[]>> {
  if (blocks.length === 0) return new Map();
  const { rows } = await sql<DirectoryRow & { wanted: string; listed: string }>`/* prepared load_netblocks */
    select distinct on (asked.wanted) asked.wanted, text(range.block) as listed, c.id, c.name, c.domain, c.network_name, c.country_code,
      array(select d.domain from company_domains d where d.company_id = c.id) as domains
    from unnest(${textArray(blocks)}::text[]) as asked (wanted)
    join company_ip_ranges range on range.block >>= asked.wanted::inet
    join companies named on named.id = range.company_id
    join companies c on c.id = coalesce(named.merged_into, named.id)
    -- Most directories list no blocks at all, and then nothing is looked for.
    where exists (select 1 from company_ip_ranges)
    order by asked.wanted, masklen(range.block) desc, range.company_id`.execute(db);
  return new Map(rows.map((row) => [row.wanted, [{ range: parseIpRange(row.listed)!, company: directoryReference(row) }]]));
}

/** Which employers the visitors at these addresses named. */
export async function loadLearned(db: Database, accountId: string, addressKeys: readonly string[]): Promise<Map<string, LearnedDomain[]>> {
  if (addressKeys.length === 0) return new Map();
  // Of two that weigh the same the first is named.
  const { rows } = await sql<{ address_key: string; domain: string; visitors: string }>`/* prepared load_learned */
    select address_key, domain, count(*) as visitors from learned_addresses
    where account_id = ${accountId} and address_key = any(${plainArray(addressKeys)}::bigint[])
    group by address_key, domain order by domain`.execute(db);
  const byKey = Map.groupBy(rows, ({ address_key }) => address_key);
  return new Map([...byKey].map(([key, own]) => [key, own.map(({ domain, visitors }) => ({ domain, visitorCount: Number(visitors) }))]));
}
