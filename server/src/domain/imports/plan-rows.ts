import { sql } from 'kysely';
import { textArray } from '../../lib/array-literal.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { CompanyRow } from './company-row.ts';
import { missingCompany } from './find-company.ts';
import type { Written } from './importer.ts';
import { matchByName } from './match-by-name.ts';
import type { ExistingCompany } from './upsert-companies.ts';

type Plan = {
  /** The outcome of each row that is written together with others or cannot be stored. */
  outcomes: Map<CompanyRow, Written | Problem>;
  existing: ExistingCompany[];
  added: CompanyRow[];
  /** The parent company of the group that a row joins, by id. */
  groups: Map<CompanyRow, string>;
};

/** Whether a row adds or changes one company and reads no other. */
export function concernsOneCompany({ id, alternativeDomains, asns, mergedIds, group, locations }: CompanyRow): boolean {
  return (
    id === undefined && locations === undefined && group === undefined && alternativeDomains.length + asns.length + mergedIds.length === 0
  );
}

/**
 * Selects the rows that can be written together: those that contain only facts and a group, and whose company occurs in no other row of the
 * batch. The other rows are written one by one afterwards.
 */
export function plainRows(rows: readonly CompanyRow[]): CompanyRow[] {
  const uses = new Map<string, number>();
  const countUse = (key: string | undefined) => key !== undefined && uses.set(key, (uses.get(key) ?? 0) + 1);
  for (const { domain, externalId, alternativeDomains } of rows) {
    countUse(domain);
    countUse(externalId);
    for (const alternative of alternativeDomains) countUse(alternative);
  }
  const isOnlyUse = (key: string | undefined) => key === undefined || uses.get(key) === 1;
  const isUnused = (key: string | undefined) => key === undefined || !uses.has(key);
  return rows.filter(
    ({ id, domain, externalId, alternativeDomains, asns, mergedIds, group, locations }) =>
      id === undefined &&
      locations === undefined &&
      alternativeDomains.length + asns.length + mergedIds.length === 0 &&
      isOnlyUse(domain) &&
      isOnlyUse(externalId) &&
      // A row that joins a group that the same batch adds or changes is written afterwards.
      (group === undefined || (group.id === undefined && isUnused(group.domain) && isUnused(group.externalId))),
  );
}

/** Decides for each row whether it is added, updated or rejected. Rows without an outcome are written one by one. */
export async function planRows(ctx: Context, rows: readonly CompanyRow[]): Promise<Plan> {
  const plan: Plan = { outcomes: new Map(), existing: [], added: [], groups: new Map() };
  if (rows.length === 0) return plan;
  const { ids, owned } = await findIds(ctx, rows);
  const unknown = rows.filter(({ externalId, domain }) => !ids.has(externalId ?? '') && !ids.has(domain ?? ''));
  for (const [{ externalId = '' }, id] of await matchByName(ctx, unknown)) ids.set(externalId, id);
  const idOf = ({ externalId, domain }: { externalId?: string; domain?: string }) => ids.get(externalId ?? '') ?? ids.get(domain ?? '');
  const parents = await findGroupParents(
    ctx,
    rows.flatMap(({ group }) => (group === undefined ? [] : (idOf(group) ?? []))),
  );
  const groupIds = new Set([...parents].flat());
  const unknownCodes = await findUnknownIndustries(ctx, rows);
  const plannedIds = new Set<string>();
  for (const row of rows) {
    const id = idOf(row);
    // A row is written alone if an earlier row is about the same company, if the company joins a group while others join its own, if the
    // domain does not belong to the company yet, or if only one account sees the company.
    const isWrittenAlone =
      id === undefined
        ? owned.has(row.domain ?? '')
        : plannedIds.has(id) || (row.group !== undefined && groupIds.has(id)) || (row.domain !== undefined && ids.get(row.domain) !== id);
    if (id !== undefined) plannedIds.add(id);
    if (isWrittenAlone) continue;
    const parentId = row.group === undefined ? undefined : parents.get(idOf(row.group) ?? '');
    const industries = industriesOf(row).filter((code) => unknownCodes.has(code));
    if (industries.length > 0) plan.outcomes.set(row, unknownIndustries(industries));
    else if (id === undefined && row.name === undefined) plan.outcomes.set(row, missingName(row));
    else if (row.group !== undefined && parentId === undefined && !row.isGroupOptional) plan.outcomes.set(row, missingCompany(row.group));
    else {
      row.isGroupSkipped = row.group !== undefined && parentId === undefined;
      plan.outcomes.set(row, id === undefined ? 'added' : 'updated');
      if (id === undefined) plan.added.push(row);
      else plan.existing.push({ id, row });
      if (parentId !== undefined) plan.groups.set(row, parentId);
    }
  }
  return plan;
}

/** Maps companies to their parent companies, and a company without a group to itself. */
async function findGroupParents(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; parent: string }>`
    select id, coalesce(group_company_id, id) as parent from companies where id = any(${ids}::bigint[])`.execute(ctx.db);
  return new Map(rows.map(({ id, parent }) => [id, parent]));
}

/** Returns the industry codes in the rows that are unknown. */
export async function findUnknownIndustries(ctx: Context, rows: readonly CompanyRow[]): Promise<Set<string>> {
  const codes = new Set(rows.flatMap(industriesOf));
  if (codes.size === 0) return codes;
  const known = await ctx.db
    .selectFrom('industries')
    .select('code')
    .where('code', 'in', [...codes])
    .execute();
  for (const { code } of known) codes.delete(code);
  return codes;
}

export function unknownIndustries(codes: Iterable<string>): Problem {
  return new Problem('invalid_input', `unknown industry codes: ${[...codes].join(', ')}`);
}

function industriesOf({ columns }: CompanyRow): string[] {
  return (columns.industry_codes as string[] | undefined) ?? [];
}

export function missingName({ domain, externalId }: CompanyRow): Problem {
  const key = domain === undefined ? `external id ${externalId}` : `domain ${domain}`;
  return new Problem('invalid_input', `name is missing, and no company has the ${key}`);
}

type FoundIds = { ids: Map<string, string>; owned: Set<string> };

/** Finds the ids of companies by domain and external id; `owned` are domains of companies that are visible to one account only. */
async function findIds(ctx: Context, rows: readonly CompanyRow[]): Promise<FoundIds> {
  const references = rows.flatMap((row) => (row.group === undefined ? [row] : [row, row.group]));
  const domains = [...new Set(references.flatMap(({ domain }) => domain ?? []))];
  const externalIds = [...new Set(references.flatMap(({ externalId }) => externalId ?? []))];
  // The subqueries keep the planner from reading all companies for a join.
  const found = await sql<{ key: string; id: string | null }>`
    select d.domain as key, (select coalesce(c.merged_into, c.id) from companies c where c.id = d.company_id) as id
    from company_domains d where d.domain = any(${textArray(domains)}::text[])
    union all select e.external_id, (select coalesce(c.merged_into, c.id) from companies c where c.id = e.company_id)
    from company_external_ids e where e.external_id = any(${textArray(externalIds)}::text[])
    union all select domain, null from companies
    where domain = any(${textArray(domains)}::text[]) and owner_account_id is not null and merged_into is null`.execute(ctx.db);
  return {
    ids: new Map(found.rows.flatMap(({ key, id }) => (id === null ? [] : [[key, id]]))),
    owned: new Set(found.rows.flatMap(({ key, id }) => (id === null ? key : []))),
  };
}
