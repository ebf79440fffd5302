import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { itemAt } from '../../lib/item-at.ts';
import { confirmCompany } from '../companies/confirm-company.ts';
import { setGroupCompany } from '../companies/set-group-company.ts';
import { mergeCompanies } from '../company-merges/merge-companies.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { type CompanyRow, type Place, readCompanyRow } from './company-row.ts';
import { findCompanyId, requireCompanyId } from './find-company.ts';
import type { Importer, Written } from './importer.ts';
import { insertCompanies, noteChange, updateCompanies } from './upsert-companies.ts';

/** Imports companies, matched by id, by domain or by id in another register. Missing values leave the record unchanged. */
export const importCompanies: Importer<CompanyRow> = {
  name: 'companies',
  changesDirectory: true,
  addsCompanies: true,
  batchSize: 4000,
  domainOf: ({ id, domain }) => (id === undefined ? domain : undefined),
  read: readCompanyRow,
  async write(ctx, row, importId) {
    await checkIndustries(ctx, [row]);
    const existing = await findCompanyId(ctx, row);
    if (existing === null && row.id !== undefined) throw new Problem('not_found', `there is no company ${row.id}`);
    if (existing === null && row.name === undefined)
      throw new Problem('invalid_input', `name is missing, and no company has the ${describeKey(row)}`);
    const confirmed = existing ?? (await confirm(ctx, row));
    const id = confirmed ?? firstOf(await insertCompanies(ctx, [row], importId));
    if (confirmed !== null) {
      await claimDomains(ctx, id, row, importId);
      await updateCompanies(ctx, [{ id, row }], importId);
    } else await claimDomains(ctx, id, row, null);
    await addNetworks(ctx, id, row.asns, importId);
    if (row.locations !== undefined) await replaceLocations(ctx, id, row.locations, importId);
    if (row.group !== undefined) await joinGroup(ctx, id, await requireCompanyId(ctx, row.group), importId);
    for (const merged of row.mergedIds) await mergeCompanies(ctx, merged, id);
    return existing === null ? 'added' : 'updated';
  },
  async writeAll(ctx, rows, importId) {
    const candidates = plainRows(rows);
    const { existing, others } = await findExisting(ctx, candidates);
    const plain = candidates.filter((row) => !others.has(row));
    await checkIndustries(ctx, plain);
    const missing = plain.filter((row) => existing.get(row) === undefined);
    if (missing.some(({ name }) => name === undefined)) return null;
    await updateCompanies(
      ctx,
      plain.flatMap((row) => {
        const id = existing.get(row);
        return id === undefined ? [] : [{ id, row }];
      }),
      importId,
    );
    await insertCompanies(ctx, missing, importId);
    const written = new Map<CompanyRow, Written>(plain.map((row) => [row, existing.has(row) ? 'updated' : 'added']));
    return rows.map((row) => written.get(row) ?? null);
  },
};

/**
 * Selects the rows that can be written together: those that contain only facts, about a company in no other row of the batch. The
 * others are written one by one after them.
 */
function plainRows(rows: readonly CompanyRow[]): CompanyRow[] {
  const uses = new Map<string, number>();
  const use = (key: string | undefined) => key !== undefined && uses.set(key, (uses.get(key) ?? 0) + 1);
  for (const { domain, externalId, furtherDomains } of rows) {
    use(domain);
    use(externalId);
    for (const further of furtherDomains) use(further);
  }
  return rows.filter(
    ({ id, domain, externalId, furtherDomains, asns, mergedIds, group, locations }) =>
      id === undefined &&
      group === undefined &&
      locations === undefined &&
      furtherDomains.length + asns.length + mergedIds.length === 0 &&
      [domain, externalId].every((key) => key === undefined || uses.get(key) === 1),
  );
}

/**
 * Finds the companies of the rows. `others` are rows that must be written one by one: several are about the same company, or the
 * company was visible to one account only.
 */
async function findExisting(
  ctx: Context,
  rows: readonly CompanyRow[],
): Promise<{ existing: Map<CompanyRow, string>; others: Set<CompanyRow> }> {
  const domains = rows.flatMap(({ domain }) => domain ?? []);
  const externalIds = rows.flatMap(({ externalId }) => externalId ?? []);
  // The subqueries keep the planner from reading all companies for a join.
  const found = await sql<{ key: string; id: string | null }>`
    select d.domain as key, (select coalesce(c.merged_into, c.id) from companies c where c.id = d.company_id) as id
    from company_domains d where d.domain = any(${domains}::text[])
    union all select e.external_id, (select coalesce(c.merged_into, c.id) from companies c where c.id = e.company_id)
    from company_external_ids e where e.external_id = any(${externalIds}::text[])
    union all select domain, null from companies
    where domain = any(${domains}::text[]) and owner_account_id is not null and merged_into is null`.execute(ctx.db);
  const ids = new Map(found.rows.flatMap(({ key, id }) => (id === null ? [] : [[key, id]])));
  const owned = new Set(found.rows.flatMap(({ key, id }) => (id === null ? key : [])));
  const existing = new Map<CompanyRow, string>();
  const others = new Set<CompanyRow>();
  const taken = new Set<string>();
  for (const row of rows) {
    const id = ids.get(row.externalId ?? '') ?? ids.get(row.domain ?? '');
    if (id === undefined ? owned.has(row.domain ?? '') : taken.has(id)) others.add(row);
    else if (id !== undefined) existing.set(row, id);
    if (id !== undefined) taken.add(id);
  }
  return { existing, others };
}

function describeKey({ domain, externalId }: CompanyRow): string {
  return domain === undefined ? `external id ${externalId}` : `domain ${domain}`;
}

/** A company visible to one account becomes the shared company of its domain. */
async function confirm(ctx: Context, { domain, name, columns }: CompanyRow): Promise<string | null> {
  if (domain === undefined || name === undefined) return null;
  const { kind, country_code }: { kind?: string; country_code?: string } = columns;
  return confirmCompany(ctx, { domain, name, kind: kind ?? 'business', countryCode: country_code ?? null, origin: 'import' });
}

/** A domain belongs to one company. Taking it from another would be a merge, which must be requested explicitly. */
async function claimDomains(ctx: Context, id: string, { domain, furtherDomains }: CompanyRow, importId: string | null): Promise<void> {
  for (const one of new Set([...(domain === undefined ? [] : [domain]), ...furtherDomains])) {
    const owner = await findCompanyId(ctx, { domain: one });
    if (owner !== null && owner !== id) throw new Problem('conflict', `the domain ${one} belongs to company ${owner}`);
    if (owner !== null) continue;
    await ctx.db.insertInto('company_domains').values({ domain: one, company_id: id }).execute();
    await noteChange(ctx, importId, id, { [`domain:${one}`]: null });
  }
}

async function addNetworks(ctx: Context, id: string, asns: readonly number[], importId: string | null): Promise<void> {
  for (const asn of asns) {
    const before = await ctx.db.selectFrom('company_networks').select('company_id').where('asn', '=', String(asn)).executeTakeFirst();
    await sql`insert into company_networks (asn, company_id) values (${asn}, ${id}) on conflict (asn) do update set company_id = excluded.company_id`.execute(
      ctx.db,
    );
    if (before?.company_id !== id) await noteChange(ctx, importId, id, { [`network:${asn}`]: before?.company_id ?? null });
  }
}

/** Replaces the company's additional websites with those of the line. */
async function replaceLocations(ctx: Context, companyId: string, locations: Place[], importId: string | null): Promise<void> {
  const before = await ctx.db.deleteFrom('company_locations').where('company_id', '=', companyId).returningAll().execute();
  await noteChange(ctx, importId, companyId, { locations: before });
  if (locations.length === 0) return;
  const ids = await ctx.ids.records(ctx.db, locations.length);
  await ctx.db
    .insertInto('company_locations')
    .values(locations.map((place, at) => ({ ...place, id: itemAt(ids, at), company_id: companyId })))
    .execute();
}

async function joinGroup(ctx: Context, id: string, groupId: string, importId: string | null): Promise<void> {
  const before = await ctx.db.selectFrom('companies').select('group_company_id').where('id', '=', id).executeTakeFirst();
  await setGroupCompany(ctx.db, id, groupId, ctx.clock.now());
  await noteChange(ctx, importId, id, { group: before?.group_company_id ?? null });
}

async function checkIndustries(ctx: Context, rows: readonly CompanyRow[]): Promise<void> {
  const codes = [...new Set(rows.flatMap(({ columns }) => (columns.industry_codes as string[] | undefined) ?? []))];
  if (codes.length === 0) return;
  const existing = await ctx.db.selectFrom('industries').select('code').where('code', 'in', codes).execute();
  const unknown = codes.filter((code) => !existing.some((industry) => industry.code === code));
  if (unknown.length > 0) throw new Problem('invalid_input', `there is no industry ${unknown.join(', ')}`);
}
