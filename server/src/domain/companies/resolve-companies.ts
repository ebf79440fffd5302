import { sql } from 'kysely';
import { itemAt } from '../../lib/item-at.ts';
import { prepared } from '../../lib/prepared.ts';
import type { Context } from '../context.ts';
import type { CompanyReference } from '../identification/company-reference.ts';
import type { FactOrigin } from '../identification/fact-origin.ts';
import { nameKeys } from '../identification/name-keys.ts';
import { originsOfFacts } from './fact-origins.ts';
import { findNamesakes } from './find-namesakes.ts';
import { belowSureScore, isSureByNameAlone, type JoinCandidate, sureScore } from './join-score.ts';

/** Origins that are unverified claims. A company with one of these origins is visible to one account only. */
const unproven: ReadonlySet<FactOrigin> = new Set<FactOrigin>(['visitors', 'person']);

/** Maximum number of candidates listed for a decision about a name. */
export const maxCandidates = 3;

/**
 * Finds the directory's records of the companies that identification or a person named, as the account may see them, and adds the missing
 * ones. A name without a domain is resolved to the matching company of the directory; if the match is uncertain, the name gets a separate
 * record and a person decides. Without an account only shared companies are found and added. Every write is a short separate statement.
 * Only imports call this in a transaction: on a cluster the writers of this table wait for each other until they commit.
 */
export async function resolveCompanies(
  ctx: Context,
  accountId: string | null,
  references: CompanyReference[],
): Promise<Map<string, string>> {
  const byKey = new Map(references.map((reference) => [reference.key, reference]));
  const ids = await findCompanies(ctx, accountId, [...byKey.values()]);
  // A missing company whose key is an id was deleted. Sorted, so two workers that add the same companies cannot deadlock.
  const missing = [...byKey.values()]
    .filter(({ key }) => !ids.has(key) && !key.startsWith('id:'))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  if (missing.length === 0) return ids;
  const names = missing.filter(({ domain }) => domain === null);
  await addCompanies(ctx, accountId, missing, await findNamesakes(ctx, names));
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
  // A shared company takes precedence over the account's own company with the same domain, which is merged into it later.
  const found = rows.sort((one, other) => Number(other.is_own) - Number(one.is_own));
  return new Map(found.map(({ key, id }) => [key, id]));
}

async function addCompanies(
  ctx: Context,
  accountId: string | null,
  references: CompanyReference[],
  namesakes: ReadonlyMap<string, JoinCandidate[]>,
) {
  const ids = await ctx.ids.records(ctx.db, references.length);
  const now = ctx.clock.now();
  const added = references.map(({ key, domain, name, countryCode, kind, origin = 'network' }, index) => {
    const candidates = namesakes.get(key) ?? [];
    const [best] = candidates;
    return {
      id: itemAt(ids, index),
      owner_account_id: unproven.has(origin) ? accountId : null,
      name,
      kind: kind ?? 'business',
      origin,
      fact_origins: originsOfFacts(['name', 'domain', 'country_code'], origin, now),
      network_name: domain === null ? key : null,
      name_keys: nameKeys(name),
      domain,
      country_code: countryCode,
      merged_into: best !== undefined && best.score >= sureScore ? best.id : null,
      is_by_name_alone: best !== undefined && isSureByNameAlone(best),
      candidates: candidates.slice(0, maxCandidates).map((candidate) => ({
        id: candidate.id,
        score: candidate.score,
        unsure_score: belowSureScore(candidate).score,
        matched_on: candidate.matchedOn,
      })),
      updated_at: now,
    };
  });
  await sql`select add_companies(${JSON.stringify(added)}::jsonb)`.execute(ctx.db);
}
