import { sql } from 'kysely';
import { textArray } from '../../lib/array-literal.ts';
import { firstOf } from '../../lib/first-of.ts';
import { addCandidates } from '../company-merges/add-candidates.ts';
import type { Context } from '../context.ts';
import { type CompanyRow, type DomainClaim, idOfName } from './company-row.ts';
import { findCompanyId } from './find-company.ts';
import { agreementWithDomain, isBetterNamed, type Names, namesAgree, namesOf, namesOverlap } from './names-agree.ts';

type Owner = { domain: string; id: string; names: Names; importId: string | null };

/** For a pair of records that have one domain and whose names agree or overlap, below the score at which they would be merged. */
const [scoreOfSameName, scoreOfOverlap] = [0.8, 0.5];

type RowOfDomain = CompanyRow & { domain: string };

/**
 * Decides which rows keep their domain. Published directories list the website of a group for its branches, associations and former parts as
 * well, so a row with a doubtful domain keeps it only if its name agrees with that of the company that has the domain. Otherwise the row is
 * stored without the domain. Of the rows of one import, the one whose name agrees best with the domain gets it. A person decides about a row
 * whose name contains that of the company or is contained in it: `Robert Bosch` is Bosch, `Bosch Thermotechnik` is not.
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
    if (owner !== undefined) await takeDomain(ctx, owner, best);
    for (const row of sharing) {
      if (!row.isDomainDoubtful || namesAgree(domain, namesOfRow(row), namesOfRow(best))) continue;
      const externalId = separate(row);
      if (namesOverlap(namesOfRow(row), namesOfRow(best))) addClaim({ company: { externalId }, domain }, row, best);
    }
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

/** Gives the domain of a company to a row. The company must be found without it when the file is imported again. */
async function takeDomain(ctx: Context, { id, domain, names }: Owner, row: RowOfDomain): Promise<void> {
  await sql`delete from company_domains where domain = ${domain}`.execute(ctx.db);
  await sql`update companies set domain = null where id = ${id} and domain = ${domain}`.execute(ctx.db);
  const { name, country_code, postal_code, city, has_external_id } = await ctx.db
    .selectFrom('companies as c')
    .select(['name', 'country_code', 'postal_code', 'city'])
    .select(sql<boolean>`exists (select from company_external_ids e where e.company_id = c.id)`.as('has_external_id'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!has_external_id) {
    await ctx.db
      .insertInto('company_external_ids')
      .values({ external_id: idOfName({ name, columns: { country_code, postal_code, city } }), company_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  row.takenDomain = domain;
  if (namesOverlap(names, namesOfRow(row))) addClaim({ company: { id }, domain }, row);
}

function compareWithOwner(row: RowOfDomain, owner: Owner, knownId: string | undefined): void {
  if (knownId === owner.id) return;
  const isAgreed = namesAgree(owner.domain, namesOfRow(row), owner.names);
  const isOverlap = !isAgreed && namesOverlap(namesOfRow(row), owner.names);
  // A row that is not known yet describes the company, unless another name makes the domain doubtful.
  if (knownId === undefined ? isAgreed || !row.isDomainDoubtful : !isAgreed && !isOverlap && !row.isDomainDoubtful) return;
  separate(row);
  if (isAgreed) row.duplicates = [{ id: owner.id, score: scoreOfSameName, matchedOn: ['name', 'domain'] }];
  if (isOverlap) row.duplicates = [{ id: owner.id, score: scoreOfOverlap, matchedOn: ['domain'] }];
}

/** Stores the row without its domain. Returns the external id by which it is found. */
function separate(row: CompanyRow): string {
  row.separateDomain = row.domain;
  row.domain = undefined;
  row.externalId ??= idOfName(row);
  return row.externalId;
}

function addClaim(claim: DomainClaim, ...rows: CompanyRow[]): void {
  for (const row of rows) row.claims = [...(row.claims ?? []), claim];
}

/** Lists the claims of stored rows for a decision. Skips those of which only one company is stored yet. */
export async function listClaims(ctx: Context, rows: readonly CompanyRow[]): Promise<void> {
  for (const { company, domain } of rows.flatMap(({ claims = [] }) => claims)) {
    const [id, ownerId] = [await findCompanyId(ctx, company), await findCompanyId(ctx, { domain })];
    if (id === null || ownerId === null || id === ownerId) continue;
    await addCandidates(ctx, [{ id, candidate: { id: ownerId, score: scoreOfOverlap, matchedOn: ['domain'] } }]);
  }
}

function namesOfRow({ nameKeys }: CompanyRow): Names {
  return nameKeys.map(({ key }) => key);
}
