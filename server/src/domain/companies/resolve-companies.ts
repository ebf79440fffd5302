import { sql } from 'kysely';
import { prepared } from '../../lib/prepared.ts';
import type { Context } from '../context.ts';
import type { CompanyReference } from '../identification/company-reference.ts';
import type { FactOrigin } from '../identification/fact-origin.ts';
import { originsOfFacts } from './fact-origins.ts';

/** Unverified claims: a company known only from these is visible to one account only. */
const unproven: ReadonlySet<FactOrigin> = new Set<FactOrigin>(['visitors', 'person']);

/**
 * Finds companies named by identification or by a user, as visible to the account, and adds missing ones. Without an account, only shared
 * companies are found and added. Each write is a short statement outside the caller's transaction, because on a cluster writers to this
 * table wait for each other until they commit.
 */
export async function resolveCompanies(
  ctx: Context,
  accountId: string | null,
  references: CompanyReference[],
): Promise<Map<string, string>> {
  const wanted = new Map(references.map((reference) => [reference.key, reference]));
  const ids = await findCompanies(ctx, accountId, [...wanted.values()]);
  const missing = [...wanted.values()].filter(({ key }) => !ids.has(key));
  if (missing.length === 0) return ids;
  await addCompanies(ctx, accountId, missing);
  for (const [key, id] of await findCompanies(ctx, accountId, missing)) ids.set(key, id);
  return ids;
}

async function findCompanies(ctx: Context, accountId: string | null, references: CompanyReference[]): Promise<Map<string, string>> {
  if (references.length === 0) return new Map();
  const byDomain = references.filter(({ domain }) => domain !== null);
  const keys = byDomain.map(({ key }) => key);
  const domains = byDomain.map(({ domain }) => domain);
  const byName = references.filter(({ domain, key }) => domain === null && !key.startsWith('id:')).map(({ key }) => key);
  const byId = references.flatMap(({ domain, key }) => (domain === null && key.startsWith('id:') ? key.slice('id:'.length) : []));
  const { rows } = await prepared(
    'find_companies',
    sql<{ key: string; id: string; is_own: boolean }>`
    select wanted.key, coalesce(c.merged_into, c.id) as id, false as is_own
    from unnest(${keys}::text[], ${domains}::text[]) as wanted (key, domain)
    join company_domains d on d.domain = wanted.domain join companies c on c.id = d.company_id
    union all
    select wanted.key, coalesce(c.merged_into, c.id), true
    from unnest(${keys}::text[], ${domains}::text[]) as wanted (key, domain)
    join companies c on c.domain = wanted.domain and c.owner_account_id = ${accountId}::bigint
    union all
    select network_name, coalesce(merged_into, id), false from companies where network_name = any(${byName}::text[])
    union all
    select 'id:' || id, coalesce(merged_into, id), false from companies
    where id = any(${byId}::bigint[]) and (owner_account_id is null or owner_account_id = ${accountId}::bigint)`,
  ).execute(ctx.db);
  // A shared company takes precedence over the account's own of the same domain, which is merged into it later.
  const found = rows.sort((one, other) => Number(other.is_own) - Number(one.is_own));
  return new Map(found.map(({ key, id }) => [key, id]));
}

async function addCompanies(ctx: Context, accountId: string | null, references: CompanyReference[]) {
  const ids = await ctx.ids.records(ctx.db, references.length);
  const now = ctx.clock.now();
  const added = references.map(({ key, domain, name, countryCode, kind, origin = 'network' }, at) => ({
    id: ids[at]!,
    owner_account_id: unproven.has(origin) ? accountId : null,
    name,
    kind: kind ?? 'business',
    origin,
    fact_origins: originsOfFacts(['name', 'domain', 'country_code'], origin, now),
    network_name: domain === null ? key : null,
    domain,
    country_code: countryCode,
    updated_at: now,
  }));
  await sql`select add_companies(${JSON.stringify(added)}::jsonb)`.execute(ctx.db);
}
