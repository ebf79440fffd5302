import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { CompanyReference } from '../identification/company-reference.ts';
import { originsOfFacts } from './fact-origins.ts';

/**
 * Finds the directory's records of the companies that identification named, and adds the ones that are missing. Every write
 * is a short statement of its own, outside of any transaction of the caller: on a cluster the writers of this table wait for
 * each other until they commit.
 */
export async function resolveCompanies(ctx: Context, references: CompanyReference[]): Promise<Map<string, string>> {
  const wanted = new Map(references.map((reference) => [reference.key, reference]));
  const ids = await findCompanies(ctx, [...wanted.values()]);
  const missing = [...wanted.values()].filter(({ key }) => !ids.has(key));
  if (missing.length === 0) return ids;
  await addCompanies(ctx, missing);
  for (const [key, id] of await findCompanies(ctx, missing)) ids.set(key, id);
  return ids;
}

async function findCompanies(ctx: Context, references: CompanyReference[]): Promise<Map<string, string>> {
  if (references.length === 0) return new Map();
  const byDomain = references.filter(({ domain }) => domain !== null);
  const byName = references.filter(({ domain, key }) => domain === null && !key.startsWith('id:')).map(({ key }) => key);
  const byId = references.flatMap(({ domain, key }) => (domain === null && key.startsWith('id:') ? key.slice('id:'.length) : []));
  const { rows } = await sql<{ key: string; id: string }>`/* prepared find_companies */
    select wanted.key, coalesce(c.merged_into, c.id) as id
    from unnest(${byDomain.map(({ key }) => key)}::text[], ${byDomain.map(({ domain }) => domain)}::text[]) as wanted (key, domain)
    join company_domains d on d.domain = wanted.domain join companies c on c.id = d.company_id
    union all
    select network_name, coalesce(merged_into, id) from companies where network_name = any(${byName}::text[])
    union all
    select 'id:' || id, coalesce(merged_into, id) from companies where id = any(${byId}::bigint[])`.execute(ctx.db);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

async function addCompanies(ctx: Context, references: CompanyReference[]) {
  const ids = await ctx.ids.records(ctx.db, references.length);
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('companies')
    .values(
      references.map(({ key, domain, name, countryCode, kind, origin = 'network' }, at) => ({
        id: ids[at]!,
        name,
        kind: kind ?? 'business',
        origin,
        fact_origins: JSON.stringify(originsOfFacts(['name', 'domain', 'country_code'], origin, now)),
        network_name: domain === null ? key : null,
        domain,
        country_code: countryCode,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const domains = references.flatMap(({ domain }) => domain ?? []);
  if (domains.length === 0) return;
  await sql`insert into company_domains (domain, company_id) select domain, id from companies where domain = any(${domains}) on conflict do nothing`.execute(
    ctx.db,
  );
}
