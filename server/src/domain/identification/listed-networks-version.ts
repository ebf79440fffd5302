import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { networksOfImports } from './load-listed-networks.ts';

/**
 * A merge can change the networks without an import. Noticing it within this time is enough: visits are attributed to the remaining company
 * immediately, because it already has the domains of the merged one.
 */
const maxAgeMs = 10 * 60_000;

/**
 * Returns a function whose result, a version, changes whenever imports assign networks to companies or change the data of such companies.
 * Reads all networks only if an import has stored or undone something since the last call, or if the last result is too old.
 */
export function listedNetworksVersion(ctx: Context): () => Promise<string> {
  let known: { imports: string; version: string; readAtMs: number } | null = null;
  return async () => {
    const nowMs = ctx.clock.now().getTime();
    const imports = await readImports(ctx);
    if (known === null || known.imports !== imports || nowMs - known.readAtMs >= maxAgeMs) {
      known = { imports, version: await hashNetworks(ctx), readAtMs: nowMs };
    }
    return known.version;
  };
}

/** Returns a string that changes with every transaction of an import or an undo. */
async function readImports(ctx: Context): Promise<string> {
  const { rows } = await sql<{ imports: string }>`
    select concat_ws(' ', count(*), sum(read_lines), sum(removed + kept + restored), count(ended_at), max(ended_at)) as imports
    from import_runs`.execute(ctx.db);
  return firstOf(rows).imports;
}

async function hashNetworks(ctx: Context): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select md5(coalesce(string_agg(concat_ws(' ', n.asn, c.id, c.name, c.domain, c.country_code, c.kind), ',' order by n.asn, c.id), '')) as version
    from ${networksOfImports}`.execute(ctx.db);
  return firstOf(rows).version;
}
