import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { networksOfImports } from './load-listed-networks.ts';

/** Returns a hash that changes whenever imports assign networks to companies or change the data of such companies. */
export async function listedNetworksVersion(ctx: Context): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select md5(coalesce(string_agg(concat_ws(' ', n.asn, c.name, c.domain, c.country_code, c.kind), ',' order by n.asn, c.id), '')) as version
    from ${networksOfImports}`.execute(ctx.db);
  return firstOf(rows).version;
}
