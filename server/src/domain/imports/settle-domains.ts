import { sql } from 'kysely';
import { textArray } from '../../lib/array-literal.ts';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { type CompanyRow, idOfName } from './company-row.ts';
import { agreementWithDomain, isBetterNamed, type Names, namesAgree, namesOf } from './names-agree.ts';

type Owner = { domain: string; id: string; names: Names; importId: string | null };

/** For a pair of records whose names agree and that have one domain, below the score at which they would be merged. */
const scoreOfSameDomain = 0.8;

type RowOfDomain = CompanyRow & { domain: string };

/**
 * Decides which rows keep their domain. Published directories list the website of a group for its branches, associations and former parts as
 * well, so a row with a doubtful domain keeps it only if its name agrees with that of the company that has the domain. Otherwise the row is
 * stored without the domain. Of the rows of one import, the one whose name agrees best with the domain gets it.
 */
export async function settleDomains(ctx: Context, rows: readonly CompanyRow[], importId: string | null): Promise<void> {
  const isUnsettled = ({ isDomainDoubtful, externalId }: CompanyRow) => isDomainDoubtful || externalId !== undefined;
  const withDomain = rows.filter((row): row is RowOfDomain => row.id === undefined && row.domain !== undefined);
  const byDomain = Map.groupBy(withDomain, ({ domain }) => domain);
  for (const [domain, sharing] of byDomain) if (!sharing.some(isUnsettled)) byDomain.delete(domain);
  if (byDomain.size === 0) return;
  const owners = await findOwners(ctx, [...byDomain.keys()]);
  const known = await findKnownCompanies(
    ctx,
    withDomain.filter(({ domain }) => owners.has(domain)),
  );
  for (const [domain, sharing] of byDomain) {
    const owner = owners.get(domain);
    const best = bestNamed(domain, sharing);
    const isReleased = owner !== undefined && cameFirst(owner, best, importId) && isBetterNamed(domain, namesOfRow(best), owner.names);
    if (owner !== undefined && !isReleased) {
      for (const row of sharing) compareWithOwner(row, owner, known.get(row.externalId ?? ''));
      continue;
    }
    if (owner !== undefined) await releaseDomain(ctx, owner);
    for (const row of sharing) if (row.isDomainDoubtful && !namesAgree(domain, namesOfRow(row), namesOfRow(best))) separate(row);
  }
}

/** Maps domains to the shared companies that have them. */
async function findOwners(ctx: Context, domains: readonly string[]): Promise<Map<string, Owner>> {
  // The subquery keeps the planner from reading all companies for a join.
  const { rows } = await sql<Omit<Owner, 'names'> & { given: string[] }>`
    select d.domain, owner.id, owner.names as given, owner.import_id as "importId"
    from company_domains d
    cross join lateral (
      select current.id::text, array_prepend(current.name, current.alternative_names) as names,
        current.fact_origins -> '*' ->> 'import' as import_id
      from companies c join companies current on current.id = coalesce(c.merged_into, c.id) where c.id = d.company_id offset 0) as owner
    where d.domain = any(${textArray(domains)}::text[])`.execute(ctx.db);
  return new Map(rows.map(({ given, ...owner }) => [owner.domain, { ...owner, names: namesOf(owner.domain, given) }]));
}

/** Maps external ids to the companies that have them. */
async function findKnownCompanies(ctx: Context, rows: readonly CompanyRow[]): Promise<Map<string, string>> {
  const externalIds = rows.flatMap(({ externalId }) => externalId ?? []);
  if (externalIds.length === 0) return new Map();
  const { rows: known } = await sql<{ key: string; id: string }>`
    select e.external_id as key, (select coalesce(c.merged_into, c.id)::text from companies c where c.id = e.company_id) as id
    from company_external_ids e where e.external_id = any(${textArray(externalIds)}::text[])`.execute(ctx.db);
  return new Map(known.map(({ key, id }) => [key, id]));
}

/** A row from a file of the operator's own with just a domain comes first. */
function bestNamed(domain: string, rows: readonly RowOfDomain[]): RowOfDomain {
  const rank = (row: RowOfDomain) => (row.isDomainDoubtful ? agreementWithDomain(domain, namesOfRow(row)) : Number.POSITIVE_INFINITY);
  return rows.reduce((best, row) => (rank(row) > rank(best) ? row : best), firstOf(rows));
}

/** Whether a company has its domain only because its row precedes another one in the same published directory. */
function cameFirst(owner: Owner, { source }: CompanyRow, importId: string | null): boolean {
  return source !== 'own' && importId !== null && owner.importId === importId;
}

async function releaseDomain(ctx: Context, { id, domain }: Owner): Promise<void> {
  await sql`delete from company_domains where domain = ${domain}`.execute(ctx.db);
  await sql`update companies set domain = null where id = ${id} and domain = ${domain}`.execute(ctx.db);
}

function compareWithOwner(row: RowOfDomain, owner: Owner, knownId: string | undefined): void {
  if (knownId === owner.id) return;
  const isAgreed = namesAgree(owner.domain, namesOfRow(row), owner.names);
  if (isAgreed && knownId !== undefined) row.duplicates = [{ id: owner.id, score: scoreOfSameDomain, matchedOn: ['name', 'domain'] }];
  if (isAgreed ? knownId !== undefined : row.isDomainDoubtful) separate(row);
}

function separate(row: CompanyRow): void {
  row.separateDomain = row.domain;
  row.domain = undefined;
  row.externalId ??= idOfName(row);
}

function namesOfRow({ nameKeys }: CompanyRow): Names {
  return nameKeys.map(({ key }) => key);
}
