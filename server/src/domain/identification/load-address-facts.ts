import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { plainArray, textArray } from '../../lib/array-literal.ts';
import { runCombined } from '../../lib/combined-statements.ts';
import { prepared } from '../../lib/prepared.ts';
import { type DirectoryRow, directoryReference } from './directory-reference.ts';
import type { LearnedDomain, Netblock } from './facts.ts';

/** Loads all directory blocks that contain the given blocks or addresses, smallest first. */
export async function loadNetblocks(db: Database, blocks: readonly string[]): Promise<Map<string, Netblock[]>> {
  return blocks.length === 0 ? new Map() : runCombined(db, loadAllNetblocks, blocks);
}

async function loadAllNetblocks(db: Database, lists: readonly (readonly string[])[]): Promise<Map<string, Netblock[]>[]> {
  const blocks = [...new Set(lists.flat())];
  const { rows } = await prepared(
    'load_netblocks',
    sql<NetblockRow & { given: string }>`
    select given.block as given, ${netblockColumns}
    from unnest(${textArray(blocks)}::text[]) as given (block)
    join company_ip_ranges range on range.block >>= given.block::inet
    join companies named on named.id = range.company_id
    join companies c on c.id = coalesce(named.merged_into, named.id)
    -- Skips the join for directories without any blocks, which are the majority.
    where exists (select 1 from company_ip_ranges)
    order by given.block, masklen(range.block) desc, range.company_id`,
  ).execute(db);
  const netblocks = new Map([...Map.groupBy(rows, ({ given }) => given)].map(([given, group]) => [given, group.map(netblockOf)]));
  return lists.map(() => netblocks);
}

/** Loads the blocks with these ids that are still listed, with their current companies. */
export async function loadNetblocksById(db: Database, ids: readonly string[]): Promise<Map<string, Netblock[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NetblockRow>`
    select ${netblockColumns} from company_ip_ranges range
    join companies named on named.id = range.company_id
    join companies c on c.id = coalesce(named.merged_into, named.id)
    where ${netblockId} = any(${plainArray(ids)}::bigint[]) order by range.company_id`.execute(db);
  return Map.groupBy(rows.map(netblockOf), ({ id }) => id);
}

const netblockId = sql`hashtextextended(text(range.block), 0)`;
const netblockColumns = sql`${netblockId} as block_id, text(range.block) as listed, c.id, c.name, c.domain, c.network_name, c.country_code,
      array(select d.domain from company_domains d where d.company_id = c.id) as domains`;

type NetblockRow = DirectoryRow & { block_id: string; listed: string };

function netblockOf(row: NetblockRow): Netblock {
  const prefix = Number(row.listed.slice(row.listed.indexOf('/') + 1));
  // Evidence is stored with the visit, and a small block would reveal the visitor's address.
  const isSmall = prefix > (row.listed.includes(':') ? 48 : 24);
  const label = isSmall ? 'a small block with this address' : `the block ${row.listed}`;
  return { id: row.block_id, prefix, companyId: row.id, company: directoryReference(row), label };
}

/** Loads the employer domains learned from visitors at these addresses. */
export async function loadLearned(db: Database, accountId: string, addressKeys: readonly string[]): Promise<Map<string, LearnedDomain[]>> {
  if (addressKeys.length === 0) return new Map();
  // Deterministic order, because the first of equal weights wins.
  const { rows } = await prepared(
    'load_learned',
    sql<{ address_key: string; domain: string; visitors: string }>`
    select address_key, domain, count(*) as visitors from learned_addresses
    where account_id = ${accountId} and address_key = any(${plainArray(addressKeys)}::bigint[])
    group by address_key, domain order by domain`,
  ).execute(db);
  const byKey = Map.groupBy(rows, ({ address_key }) => address_key);
  return new Map(
    [...byKey].map(([key, group]) => [key, group.map(({ domain, visitors }) => ({ domain, visitorCount: Number(visitors) }))]),
  );
}
