import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { itemAt } from '../../lib/item-at.ts';
import { confirmCompany } from '../companies/confirm-company.ts';
import { findGroupParent } from '../companies/set-group-company.ts';
import { addCandidates } from '../company-merges/add-candidates.ts';
import { mergeCompanies } from '../company-merges/merge-companies.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { type CompanyRow, idOfName, type Place, readCompanyRow } from './company-row.ts';
import { type CompanyKeys, findCompanyId, requireCompanyId } from './find-company.ts';
import type { Importer } from './importer.ts';
import { joinGroups } from './join-groups.ts';
import { matchByName } from './match-by-name.ts';
import { concernsOneCompany, findUnknownIndustries, missingName, plainRows, planRows, unknownIndustries } from './plan-rows.ts';
import { listClaims, settleDomains } from './settle-domains.ts';
import { addWords, insertCompanies, recordReplacedValues, updateCompanies } from './upsert-companies.ts';

/** Imports companies, matched by id, by id in another register or by domain. Fields without a value leave the stored value unchanged. */
export const importCompanies: Importer<CompanyRow> = {
  name: 'companies',
  changesDirectory: true,
  addsCompanies: true,
  batchSize: 4000,
  searchIndexes: ['companies_by_words', 'companies_by_industry', 'name_words_trigram'],
  domainOf: ({ id, domain }) => (id === undefined ? domain : undefined),
  ignoredDomainOf: ({ ignoredDomain }) => ignoredDomain,
  separateDomainOf: ({ separateDomain, takenDomain }) => separateDomain ?? takenDomain,
  keysOf: (row) => (concernsOneCompany(row) ? keysOf(row) : null),
  isGroupSkipped: ({ isGroupSkipped = false }) => isGroupSkipped,
  read: readCompanyRow,
  async write(ctx, row, importId) {
    const unknown = await findUnknownIndustries(ctx, [row]);
    if (unknown.size > 0) throw unknownIndustries(unknown);
    await settleDomains(ctx, [row], importId);
    const existing = (await findCompanyId(ctx, row)) ?? (await matchByName(ctx, [row])).get(row) ?? null;
    if (existing === null && row.id !== undefined) throw new Problem('not_found', `there is no company ${row.id}`);
    if (existing === null && row.name === undefined) throw missingName(row);
    const confirmed = existing ?? (await confirm(ctx, row));
    const id = confirmed ?? firstOf(await insertCompanies(ctx, [row], importId));
    // First, because the line may take over a domain of a merged company.
    for (const merged of row.mergedIds) await mergeInto(ctx, merged, id);
    if (confirmed !== null) {
      await claimDomains(ctx, id, row, importId);
      await updateCompanies(ctx, [{ id, row }], importId);
    } else {
      await claimDomains(ctx, id, row, importId);
      await addWords(ctx, [row]);
    }
    await addNetworks(ctx, id, row.asns, importId);
    if (row.locations !== undefined) await replaceLocations(ctx, id, row.locations, importId);
    if (row.group !== undefined) {
      const parentId = await findParent(ctx, id, row.group, row.isGroupOptional);
      row.isGroupSkipped = parentId === null;
      if (parentId !== null) await joinGroups(ctx, [{ id, parentId }], importId);
    }
    await addCandidates(ctx, pairsOf([[row, id]]));
    await listClaims(ctx, [row]);
    return existing === null ? 'added' : 'updated';
  },
  async writeAll(ctx, rows, importId, { stored, waitForEarlier }) {
    await settleDomains(ctx, rows, importId);
    const plain = plainRows(rows);
    let plan = await planRows(ctx, plain);
    if (plan.existing.length > 0) {
      // The preceding batch may be changing the same companies.
      await waitForEarlier();
      plan = await planRows(ctx, plain);
    }
    const { outcomes, existing, added, groups } = plan;
    await updateCompanies(ctx, existing, importId, stored);
    const ids = await insertCompanies(ctx, added, importId);
    // The preceding batch may add the same words.
    await waitForEarlier();
    await addWords(ctx, added, stored);
    const idOf = new Map([
      ...existing.map(({ id, row }) => [row, id] as const),
      ...added.map((row, index) => [row, itemAt(ids, index)] as const),
    ]);
    await joinGroups(
      ctx,
      [...groups].map(([row, parentId]) => ({ id: getOrThrow(idOf, row), parentId })),
      importId,
    );
    await addCandidates(ctx, pairsOf(idOf));
    await listClaims(ctx, [...idOf.keys()]);
    return rows.map((row) => outcomes.get(row) ?? null);
  },
};

function pairsOf(stored: Iterable<readonly [CompanyRow, string]>) {
  return [...stored].flatMap(([{ duplicates = [], mergedIds }, id]) =>
    duplicates.filter((candidate) => !mergedIds.includes(candidate.id)).map((candidate) => ({ id, candidate })),
  );
}

function keysOf(row: CompanyRow): string[] {
  // A row that loses its domain is identified by its name.
  const externalId = row.externalId ?? (row.isDomainDoubtful ? idOfName(row) : undefined);
  return [row.domain, externalId].filter((key) => key !== undefined);
}

/** Turns a company that only one account sees into the shared company of its domain; null if there is none. */
async function confirm(ctx: Context, { domain, name, columns }: CompanyRow): Promise<string | null> {
  if (domain === undefined || name === undefined) return null;
  const { kind, country_code }: { kind?: string; country_code?: string } = columns;
  return confirmCompany(ctx, { domain, name, kind: kind ?? 'business', countryCode: country_code ?? null, origin: 'import' });
}

/** Returns the parent company of the group to join; null if an optional group is not in the directory or is the company's own. */
async function findParent(ctx: Context, id: string, group: CompanyKeys, isOptional: boolean): Promise<string | null> {
  if (!isOptional) return findGroupParent(ctx.db, id, await requireCompanyId(ctx, group));
  const groupId = await findCompanyId(ctx, group);
  if (groupId === null) return null;
  try {
    return await findGroupParent(ctx.db, id, groupId);
  } catch (error) {
    if (error instanceof Problem && error.kind === 'conflict') return null;
    throw error;
  }
}

/** Merges a shared company into that of the line, unless an earlier import of the line has done so. */
async function mergeInto(ctx: Context, mergedId: string, id: string): Promise<void> {
  if (mergedId === id) throw new Problem('conflict', 'merged_ids contains the id of the company itself');
  const current = await requireCompanyId(ctx, { id: mergedId });
  if (current !== id) await mergeCompanies(ctx, current, id);
}

/** A domain belongs to one company. Taking it from another would be a merge, which must be requested explicitly. */
async function claimDomains(ctx: Context, id: string, { domain, alternativeDomains }: CompanyRow, importId: string | null): Promise<void> {
  const before: Record<string, string | null> = {};
  for (const name of new Set([...(domain === undefined ? [] : [domain]), ...alternativeDomains])) {
    const owner = await findCompanyId(ctx, { domain: name });
    if (owner !== null && owner !== id) throw new Problem('conflict', `the domain ${name} belongs to company ${owner}`);
    if (owner === null) await ctx.db.insertInto('company_domains').values({ domain: name, company_id: id }).execute();
    if (owner === null || name !== domain) before[`domain:${name}`] = owner;
  }
  if (Object.keys(before).length > 0) await recordReplacedValues(ctx, importId, id, before);
}

async function addNetworks(ctx: Context, id: string, asns: readonly number[], importId: string | null): Promise<void> {
  for (const asn of asns) {
    const before = await ctx.db.selectFrom('company_networks').select('company_id').where('asn', '=', String(asn)).executeTakeFirst();
    await sql`insert into company_networks (asn, company_id) values (${asn}, ${id}) on conflict (asn) do update set company_id = excluded.company_id`.execute(
      ctx.db,
    );
    await recordReplacedValues(ctx, importId, id, { [`network:${asn}`]: before?.company_id ?? null });
  }
}

/** Replaces the company's additional locations with those of the line. */
async function replaceLocations(ctx: Context, companyId: string, locations: Place[], importId: string | null): Promise<void> {
  const before = await ctx.db.deleteFrom('company_locations').where('company_id', '=', companyId).returningAll().execute();
  const ids = locations.length === 0 ? [] : await ctx.ids.records(ctx.db, locations.length);
  await recordReplacedValues(ctx, importId, companyId, { locations: before }, { assigned_locations: ids });
  if (locations.length === 0) return;
  await ctx.db
    .insertInto('company_locations')
    .values(locations.map((place, index) => ({ ...place, id: itemAt(ids, index), company_id: companyId })))
    .execute();
}
